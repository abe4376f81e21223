// For tests: the calls in the plugin's guides. A block ```sh is the way that always works, in order; one with words behind
// it is for that case only.

import fs from 'node:fs';

/** A block of calls. */
export interface SkillBlock {
  /** In which case; empty for the usual way. */
  readonly when: string;
  readonly lines: readonly string[];
}

export const skillFolder = 'plugin/skills';
export const skillNames = fs.readdirSync(skillFolder).sort();

/** What stands for names in the guides. */
const examples: readonly (readonly [placeholder: RegExp, value: string])[] = [
  [/\bFEATURE\b/g, 'auth'],
  [/\bPROJECT\b/g, 'auth_system'],
  [/\bID\b/g, 'PRD-101'],
  [/\bRUN\b/g, 'implement/auth'],
  [/\bPHASE\b/g, 'implementation'],
  [/\bFILES\b/g, 'src/auth.ts'],
];

/**
 * Reads a guide.
 * @param name the skill
 * @returns its text
 */
export function skillText(name: string): string {
  return fs.readFileSync(`${skillFolder}/${name}/SKILL.md`, 'utf8');
}

/**
 * Reads the calls of a guide.
 * @param name the skill
 * @returns its blocks, with examples in place of names
 */
export function skillBlocks(name: string): readonly SkillBlock[] {
  const text = examples.reduce((now, [placeholder, value]) => now.replace(placeholder, value), skillText(name));
  return [...text.matchAll(/^```sh([^\n]*)\n([\s\S]*?)^```$/gm)].map(([, when = '', body = '']) => ({
    when: when.trim(),
    lines: body.trim().split('\n'),
  }));
}
