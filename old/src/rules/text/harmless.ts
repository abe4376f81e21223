// Makes stored text harmless: nothing in it can steer a terminal, hide, or turn the direction of what is read.

/**
 * Escape sequences: colours and cursor movements (CSI), titles and links (OSC and the like), two-character ones. Of one that
 * does not end on its line only the beginning goes, or a name could hide what stands behind it.
 */
export const escapes =
  // oxlint-disable-next-line no-control-regex -- they are what this is about
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])(?:[^\u0007\u001b\u009c\n\r]{0,2000}(?:\u0007|\u001b\\|\u009c))?|\u001b[ -/]*[0-~]/g;

let made: RegExp | undefined;

/**
 * Control characters, and all that is drawn as nothing: zero-width, bidirectional, tags, soft hyphens, fillers. Made when it
 * is needed: to look the properties up costs a millisecond.
 */
function unseen(): RegExp {
  made ??= /[\p{Cc}\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}\ufff0-\ufffb\ufffe\uffff]/gu;
  return made;
}

/** Nothing in it needs a look. */
const plain = /^[ -~]*$/;

/**
 * Makes a text harmless, on one line.
 * @param text any text
 * @returns what of it may be shown
 */
export function harmlessLine(text: string): string {
  if (plain.test(text)) return (text.includes('  ') ? text.replace(/ {2,}/g, ' ') : text).trim();
  return text
    .replace(escapes, '')
    .replace(/[ \t-\r\u0085\u00a0\u2028\u2029]+/g, ' ')
    .replace(unseen(), '')
    .toWellFormed()
    .trim();
}

/**
 * Makes a text harmless and keeps its lines.
 * @param text any text
 * @returns what of it may be shown
 */
export function harmlessLines(text: string): string {
  return text
    .replace(escapes, '')
    .split(/\r\n|[\n\r\u0085\u2028\u2029]/)
    .map((line) => line.replaceAll('\t', '  ').replace(unseen(), '').toWellFormed())
    .join('\n');
}
