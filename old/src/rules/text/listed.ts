// Lists of names in sentences.

/**
 * Lists names, not too many of them.
 * @param names the names
 * @param most how many are named
 * @param count how many there are, when `names` has not all of them
 * @returns e.g. `a, b, c and 2 more`
 */
export function listed(names: readonly string[], most = 12, count: number = names.length): string {
  const shown = names.slice(0, most);
  const more = count - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
