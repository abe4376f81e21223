// What the store notices about files, told to a person.

import type { Notice } from '../../store/store.js';
import { isTold } from '../../service/notices.js';
import type { Call } from './call.js';
import { oneLine } from './terminal/width.js';

/**
 * Makes the listener for a store's notices.
 * @param call the call; remarks go to its stderr
 * @returns the listener
 */
export function noticesTo(call: Call): (notice: Notice) => void {
  const said = new Set<string>();
  return ({ code, message }) => {
    if (!isTold(code) || said.has(message)) return; // a run may be read more than once in a call
    said.add(message);
    call.out.note(oneLine(message));
  };
}
