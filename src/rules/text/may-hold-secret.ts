// Whether a text can hold a secret at all. Loads nothing, so that whoever writes short texts need not load the patterns.

const leastPassword = 6;
const leastToken = 16;
const isTelling = new Uint8Array(128);
for (const sign of '0123456789!@#$%^&*+?~:=') isTelling[sign.charCodeAt(0)] = 1;

/**
 * Tells in one walk whether a text can hold a secret at all: most have neither a longer word with a digit or a sign in
 * it, nor one as long as a token. No pattern finds anything without that.
 * @param text the text
 * @returns false only when it holds none
 */
export function mayHoldSecret(text: string): boolean {
  let run = 0; // characters since the last blank
  let told = false;
  let word = 0; // characters of a name or a token
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code <= 32) {
      run = 0;
      told = false;
      word = 0;
      continue;
    }
    run += 1;
    told ||= code < 128 && isTelling[code] === 1;
    word = isWordCode(code) || code === 95 || code === 45 ? word + 1 : 0;
    if ((told && run >= leastPassword) || word >= leastToken) return true;
  }
  return false;
}

/**
 * Tells a letter or digit of ASCII.
 * @param code a UTF-16 code unit
 * @returns true for one of them
 */
export function isWordCode(code: number): boolean {
  return (code >= 48 && code <= 57) || ((code | 32) >= 97 && (code | 32) <= 122);
}
