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

function interrupted(still: string): Stop {
  return new Stop(`interrupted; ${still}`, { exit: interruptedExit });
}

function unanswered(still: string): Stop {
  return new Stop(`the question was not answered; ${still}`, { exit: exits.blocked });
}

/** Asks for a line; Ctrl-C and the end of input end the call. All is set up before the question is seen. */
function ask<T>(question: string, take: (line: string) => T, still: string = untouched): Promise<T> {
  const input = process.stdin;
  return new Promise<T>((resolve, reject) => {
    const finish = (settle: () => void): void => {
      input.off('data', onData).off('end', onEnd).off('error', onEnd);
      process.off('SIGINT', onInterrupt);
      input.pause();
      settle();
    };
    const fail = (error: Stop): void => {
      write(1, '\n'); // the cursor stands behind the question
      finish(() => reject(error));
    };
    const onInterrupt = (): void => fail(interrupted(still));
    const onEnd = (): void => fail(unanswered(still));
    const onData = (line: string): void => finish(() => resolve(take(line)));
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
  const answer = await ask(`${question} ${otherwise ? '[Y/n]' : '[y/N]'}`, (line) => line.trim().toLowerCase());
  return answer === '' ? otherwise : answer === 'y' || answer === 'yes';
}

/**
 * Asks for one of a few letters, and the return key: a word that happens to begin with one of them, or to hold one, is no
 * answer.
 * @param question the question with its choices, as it is shown, e.g. `Choice [r/s/v/d]:`
 * @param keys the letters, e.g. `rsvd`; case does not matter
 * @param otherwise what the return key alone means; it means nothing unless given
 * @param words words that may be written out in place of their first letters, e.g. `edit`
 * @param still what is true when it is not answered; nothing was changed unless given
 * @returns the letter, in lower case; Ctrl-C and Ctrl-D throw a `Stop`
 */
export async function choose(
  question: string,
  keys: string,
  otherwise?: string,
  words: readonly string[] = [],
  still: string = untouched,
): Promise<string> {
  const letters = keys.toLowerCase().split('');
  for (let shown = question; ; shown = `Please answer ${inWords(letters)}:`) {
    const line = (await ask(shown, (typed) => typed.trim().toLowerCase(), still)) || (otherwise ?? '');
    const answer = words.includes(line) ? line.charAt(0) : line;
    if (letters.includes(answer)) return answer;
  }
}

function inWords(letters: readonly string[]): string {
  return letters.length < 2 ? letters.join('') : `${letters.slice(0, -1).join(', ')} or ${letters.at(-1)}`;
}
