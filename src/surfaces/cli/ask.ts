// Questions to a person on a terminal. Nothing here ever waits for input that cannot come.

import { isTerminal, type Output } from './output.js';

/**
 * Tells whether someone is there to answer.
 * @param out the call's output
 * @returns true when both ends are a terminal
 */
export function canAsk(out: Output): boolean {
  return out.isTerminal && isTerminal(0);
}

/**
 * Asks a question that is answered by yes or no.
 * @param question the question, without its choices
 * @param otherwise what the return key means
 * @returns the answer; no when the input ends
 */
export async function confirm(question: string, otherwise: boolean): Promise<boolean> {
  const { createInterface } = process.getBuiltinModule('node:readline');
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = await new Promise<string | null>((resolve) => {
      lines.once('close', () => resolve(null));
      lines.question(`${question} ${otherwise ? '[Y/n]' : '[y/N]'} `, resolve);
    });
    if (answer === null) process.stdout.write('\n');
    const word = answer?.trim().toLowerCase();
    return word === '' ? otherwise : word === 'y' || word === 'yes';
  } finally {
    lines.close();
  }
}
