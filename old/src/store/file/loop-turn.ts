// Lets the event loop turn now and then. All work here is synchronous: a program that awaits one call after the other would
// otherwise never come to its timers, sockets and signals.

const longestMs = 10;
/** Taken now, so that no test's fake timers keep an answer back. */
const atNextTurn = setImmediate;

let lastMs = performance.now();
let turn: Promise<void> | null = null;

/**
 * Gives an answer: at once, or after a turn of the event loop when the last one that was given is some time ago. What is answered is
 * done already, so nothing comes in between.
 * @param answer the answer
 * @returns the answer
 */
export function inTurn<T>(answer: T): T | Promise<T> {
  if (turn === null && performance.now() - lastMs < longestMs) return answer;
  turn ??= new Promise((resolve) => {
    atNextTurn(() => {
      turn = null;
      lastMs = performance.now();
      resolve();
    });
  });
  return turn.then(() => answer);
}
