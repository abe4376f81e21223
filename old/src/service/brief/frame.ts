// The fence around recorded text on its way to a model: stored text cannot close it, because it cannot know the marker.

/**
 * Puts lines of recorded text between two lines that only the caller knows.
 * @param marker what no stored text can know; it is taken out of every line
 * @param saying tells, with the fence's own line, what stands between
 * @param lines the recorded text
 * @returns the text
 */
export function framed(marker: string, saying: (fence: string) => string, lines: readonly string[]): string {
  const fence = `pawl ${marker}`;
  return [saying(fence), fence, ...lines.map((line) => line.replaceAll(marker, '')), fence].join('\n');
}
