// How long something takes, for a line that is redrawn.

/**
 * Writes a duration.
 * @param ms milliseconds
 * @returns e.g. `0.4 s`, `12 s`, `3 min 05 s`, `1 h 12 min`
 */
export function seconds(ms: number): string {
  if (ms < 10_000) return `${(Math.max(0, ms) / 1000).toFixed(1)} s`;
  const whole = Math.floor(ms / 1000);
  if (whole < 60) return `${whole} s`;
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  if (hours > 0) return `${hours} h ${String(minutes).padStart(2, '0')} min`;
  return `${minutes} min ${String(whole % 60).padStart(2, '0')} s`;
}
