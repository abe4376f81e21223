// Names of temp files: they tell which process made them, so that what a killed one left can be swept.

let counter = 0;

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}

/**
 * Makes a name for a temp file that no other process and no earlier call uses; always of the same length.
 * @returns e.g. `0001a2b3-000f-5d3c9e10.tmp`
 */
export function tempName(): string {
  counter = (counter + 1) % 0x10000;
  const random = Math.floor(Math.random() * 0x1_0000_0000);
  return `${hex(process.pid, 8)}-${hex(counter, 4)}-${hex(random, 8)}.tmp`;
}

/**
 * Tells which process made a temp file.
 * @param name a file's name
 * @returns the process id, or null when the name is not ours
 */
export function tempOwner(name: string): number | null {
  const match = /^([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{8}\.tmp$/.exec(name);
  return match?.[1] === undefined ? null : Number.parseInt(match[1], 16);
}
