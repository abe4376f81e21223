// Questions to a person on a terminal. Nothing here ever waits for input that cannot come: ask `canAsk` first.

import { exits } from '../exit-codes.js';
import { Stop } from '../stop.js';
import { isTerminal, type Output, write } from './output.js';

/** What stays true when a question is not answered. */
const untouched = 'nothing was changed';
const interruptedExit = 130;

/**
 * Tells whether someone is there to answer.
 * @param out the call's output
 * @returns true when both ends are a terminal
 */
export function canAsk(out: Output): boolean {
  return out.isTerminal && isTerminal(0);
}

function interrupted(): Stop {
  return new Stop(`interrupted; ${untouched}`, { exit: interruptedExit });
}

function unanswered(): Stop {
  return new Stop(`the question was not answered; ${untouched}`, { exit: exits.blocked });
}

/**
 * Asks, and hands chunks of input to a taker until it has what it needs; Ctrl-C and the end of input end the call. All
 * is set up before the question is seen: a fast answer must not meet a terminal in its old mode.
 */
function ask<T>(question: string, isRaw: boolean, take: (chunk: string) => T | undefined): Promise<T> {
  const input = process.stdin;
  return new Promise<T>((resolve, reject) => {
    const finish = (settle: () => void): void => {
      input.off('data', onData).off('end', onEnd).off('error', onEnd);
      process.off('SIGINT', onInterrupt);
      if (isRaw) input.setRawMode(false);
      input.pause();
      settle();
    };
    const fail = (error: Stop): void => {
      write(1, '\n'); // the cursor stands behind the question
      finish(() => reject(error));
    };
    const onInterrupt = (): void => fail(interrupted());
    const onEnd = (): void => fail(unanswered());
    const onData = (chunk: string): void => {
      try {
        const taken = take(chunk);
        if (taken !== undefined) finish(() => resolve(taken));
      } catch (error) {
        fail(error instanceof Stop ? error : unanswered());
      }
    };
    if (isRaw) input.setRawMode(true);
    process.once('SIGINT', onInterrupt);
    input.setEncoding('utf8').on('data', onData).once('end', onEnd).once('error', onEnd).resume();
    write(1, `${question} `);
  });
}

/**
 * Asks a question that is answered by yes or no, and the return key.
 * @param question the question, without its choices
 * @param otherwise what the return key alone means
 * @returns the answer; Ctrl-C and Ctrl-D throw a `Stop`
 */
export async function confirm(question: string, otherwise: boolean): Promise<boolean> {
  const answer = await ask(`${question} ${otherwise ? '[Y/n]' : '[y/N]'}`, false, (line) => line.trim().toLowerCase());
  return answer === '' ? otherwise : answer === 'y' || answer === 'yes';
}

/**
 * Asks for one of a few keys; no return key is needed.
 * @param question the question with its choices, as it is shown, e.g. `Choice [r/s/v/d]:`
 * @param keys the keys, e.g. `rsvd`; case does not matter
 * @param otherwise what the return key means; it means nothing unless given
 * @returns the key, in lower case; Ctrl-C and Ctrl-D throw a `Stop`
 */
export async function choose(question: string, keys: string, otherwise?: string): Promise<string> {
  const chosen = await ask(question, true, (chunk) => pick(chunk, keys.toLowerCase(), otherwise));
  write(1, `${chosen}\n`);
  return chosen;
}

/** Finds the first key that counts in what was typed; arrows and the like come as one chunk that begins with ESC. */
function pick(chunk: string, keys: string, otherwise: string | undefined): string | undefined {
  if (chunk.startsWith('\u001b')) return undefined;
  for (const key of chunk.toLowerCase()) {
    if (key === '\u0003') throw interrupted();
    if (key === '\u0004') throw unanswered();
    if (keys.includes(key)) return key;
    if ((key === '\r' || key === '\n') && otherwise !== undefined) return otherwise;
  }
  return undefined;
}
