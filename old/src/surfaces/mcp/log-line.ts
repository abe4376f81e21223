// The server's log: one line at a time, on stderr. stdout carries the protocol and nothing else.

import fs from 'node:fs';
import { harmlessLines } from '../../rules/text/harmless.js';
import { redactText } from '../../rules/text/redact.js';

/**
 * Logs. A log that cannot be written is no reason to fail.
 * @param message one or more lines
 */
export function logLine(message: string): void {
  try {
    fs.writeSync(2, `pawl mcp: ${harmlessLines(redactText(message.slice(0, 4_000)).text)}\n`);
  } catch {
    // Nobody reads it.
  }
}
