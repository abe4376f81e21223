// Whether a text can hold a secret at all. Loads nothing, so that whoever writes short texts need not load the patterns.

const leastPassword = 6;

/** As many characters of a name or a token as the shortest token has that is known by its own beginning. */
const longWord = /[\w-]{16}/;

/**
 * What stands before a value that is no token by itself: every weak pattern has one of these words in it. For texts in lower
 * case: an expression that ignores case takes a tenth of a millisecond to make.
 */
const namesSecret = /pass|pwd|token|secret|key|credential|cookie|bearer|basic|authorization|_auth|curl|:\/\//;

/** Such a value has a digit or a sign in it. */
const telling = /[0-9!@#$%^&*+?~:=]/;

/**
 * Tells whether a text can hold a secret at all: most have neither a word as long as a token, nor one with a digit or a sign
 * in it beside a name for secrets. No pattern finds anything without that. Expressions do it: a walk in steps of its own would
 * cost a start more than all the rest of a brief.
 * @param text the text
 * @returns false only when it holds none
 */
export function mayHoldSecret(text: string): boolean {
  // The parts of a web token may be shorter than other tokens.
  if (longWord.test(text) || text.includes('eyJ')) return true;
  return namesSecret.test(text.toLowerCase()) && hasValue(text);
}

function hasValue(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- whatever is blank ends a value
  return text.split(/[\u0000- ]+/).some((word) => word.length >= leastPassword && telling.test(word));
}

/**
 * Tells a letter or digit of ASCII.
 * @param code a UTF-16 code unit
 * @returns true for one of them
 */
export function isWordCode(code: number): boolean {
  return (code >= 48 && code <= 57) || ((code | 32) >= 97 && (code | 32) <= 122);
}
