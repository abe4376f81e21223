// Remembers of each place in a draft where its value stood in the original, and whether it is still the original's.

import type { Steps } from '../../rules/fields.js';
import { pointer } from '../../rules/json/json.js';

/** What a draft knows about its places; what is known of a place holds for all below it that are not known better. */
export class Places {
  readonly #origins = new Map<string, string>();
  readonly #originals = new Map<string, boolean>();

  /**
   * @param origin where the document stands in the original, e.g. `/0`
   */
  constructor(origin: string) {
    if (origin !== '') this.#origins.set('', origin);
  }

  /**
   * Finds where a value stood.
   * @param steps where it stands
   * @returns a JSON pointer into the original
   */
  originOf(steps: Steps): string {
    for (let length = steps.length; length >= 0; length -= 1) {
      const known = this.#origins.get(pointer(...steps.slice(0, length)));
      if (known !== undefined) return known + pointer(...steps.slice(length));
    }
    return pointer(...steps);
  }

  /**
   * Tells whether a value is the original's.
   * @param steps where it stands
   * @returns false where the repair wrote it: the original there, if any, is kept already
   */
  isOriginal(steps: Steps): boolean {
    for (let length = steps.length; length >= 0; length -= 1) {
      const known = this.#originals.get(pointer(...steps.slice(0, length)));
      if (known !== undefined) return known;
    }
    return true;
  }

  /**
   * Remembers that the repair wrote a value.
   * @param steps where
   */
  own(steps: Steps): void {
    this.#originals.set(pointer(...steps), false);
  }

  /**
   * Remembers that a value of the original now stands somewhere.
   * @param steps where
   */
  hold(steps: Steps): void {
    this.#originals.set(pointer(...steps), true);
  }

  /**
   * Remembers a move.
   * @param from where the value stood
   * @param to where it stands
   */
  move(from: Steps, to: Steps): void {
    if (this.isOriginal(from)) this.hold(to);
    this.#origins.set(pointer(...to), this.originOf(from));
  }
}
