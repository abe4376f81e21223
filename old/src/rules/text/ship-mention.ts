// Where a prompt names the skill `ship` in its middle. Pure.

/** As Codex has it, anywhere: `please $ship auth`, `[$ship](…/SKILL.md)`. */
const mention = /\$(?:pawl:)?ship(?![\w:-])/i;

/**
 * Tells whether a prompt has the skill `ship` run by mentioning it. In Claude Code a dollar sign names nothing.
 * @param prompt the prompt
 * @param transcript where the agent keeps the session, which tells the agent
 * @returns true for a mention, unless the agent is known to take it for text
 */
export function mentionsShip(prompt: string, transcript: string): boolean {
  return mention.test(prompt) && !/[/\\]\.claude[/\\]/.test(transcript);
}
