// Counted things in messages.

/**
 * Counts things.
 * @param count how many
 * @param one what one is called
 * @returns e.g. `1 gate`, `2 gates`, `no gates`
 */
export function counted(count: number, one: string): string {
  return count === 0 ? `no ${one}s` : `${count} ${one}${count === 1 ? '' : 's'}`;
}
