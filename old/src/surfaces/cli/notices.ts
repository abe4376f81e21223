// What the store notices about files, told to the one who called.

import type { Notice } from '../../store/store.js';
import { isTold } from '../../store/notices.js';
import type { Call } from './call.js';

/**
 * Makes the listener for a store's notices.
 * @param call the call; a person is told on stderr, a program in its document
 * @returns the listener
 */
export function noticesTo(call: Call): (notice: Notice) => void {
  const said = new Set<string>();
  return ({ code, message }) => {
    if (!isTold({ code }) || said.has(message)) return; // a run may be read more than once in a call
    said.add(message);
    call.out.notice(code, message);
  };
}
