// Whether a text can hold a secret at all. Loads nothing, so that whoever writes short texts need not load the patterns.

const leastPassword = 6;
/** The shortest token that is known by its own beginning. */
const leastToken = 16;
const isTelling = new Uint8Array(128);
for (const sign of '0123456789!@#$%^&*+?~:=') isTelling[sign.charCodeAt(0)] = 1;

/** What stands before a value that is no token by itself: every weak pattern has one of these words in it. */
const namesSecret = /pass|pwd|token|secret|key|credential|cookie|bearer|basic|authorization|_auth|curl|:\/\//i;

/**
 * Tells in one walk whether a text can hold a secret at all: most have neither a word as long as a token, nor one with a
 * digit or a sign in it beside a name for secrets. No pattern finds anything without that.
 * @param text the text
 * @returns false only when it holds none
 */
export function mayHoldSecret(text: string): boolean {
  let run = 0; // characters since the last blank
  let told = false;
  let word = 0; // characters of a name or a token
  let hasValue = false;
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
    hasValue ||= told && run >= leastPassword;
    word = isWordCode(code) || code === 95 || code === 45 ? word + 1 : 0;
    if (word >= leastToken) return true;
  }
  // The parts of a web token may be shorter than other tokens.
  return (hasValue && namesSecret.test(text)) || text.includes('eyJ');
}

/**
 * Tells a letter or digit of ASCII.
 * @param code a UTF-16 code unit
 * @returns true for one of them
 */
export function isWordCode(code: number): boolean {
  return (code >= 48 && code <= 57) || ((code | 32) >= 97 && (code | 32) <= 122);
}
