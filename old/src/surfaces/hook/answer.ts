// What a hook answers, in the words of agents. Pure.

/** Nothing to say; something the agent should know; or a refusal with its reason. */
export type HookAnswer =
  | { readonly is: 'nothing' }
  | { readonly is: 'context'; readonly text: string }
  | { readonly is: 'block'; readonly reason: string };

export const nothing: HookAnswer = { is: 'nothing' };

/** What an agent takes in at most; beyond it would cut by itself, somewhere. */
const maxChars = 8_000;

/**
 * Makes the document that is printed.
 * @param event the event
 * @param answer the answer
 * @returns one JSON object, as text
 */
export function printAnswer(event: string, answer: HookAnswer): string {
  return JSON.stringify(documentOf(event, answer));
}

function documentOf(event: string, answer: HookAnswer): object {
  if (answer.is === 'context') {
    const additionalContext = answer.text.slice(0, maxChars).toWellFormed();
    // Whose context it would be is open when a sub-agent has ended: this is shown to whoever reads along.
    if (event === 'SubagentStop') return { systemMessage: additionalContext };
    return { hookSpecificOutput: { hookEventName: event, additionalContext } };
  }
  if (answer.is === 'nothing') return {};
  const reason = answer.reason.slice(0, maxChars).toWellFormed();
  const isTool = event === 'PreToolUse';
  const deny = { hookEventName: event, permissionDecision: 'deny', permissionDecisionReason: reason };
  return { decision: 'block', reason, ...(isTool ? { hookSpecificOutput: deny } : {}) };
}

/**
 * Recognises an answer that came from another process.
 * @param value a parsed text
 * @returns the answer; null when it is none
 */
export function answerFrom(value: unknown): HookAnswer | null {
  if (typeof value !== 'object' || value === null || !('is' in value)) return null;
  if (value.is === 'context' && 'text' in value && typeof value.text === 'string')
    return { is: 'context', text: value.text };
  if (value.is === 'block' && 'reason' in value && typeof value.reason === 'string') {
    return { is: 'block', reason: value.reason };
  }
  return value.is === 'nothing' ? nothing : null;
}
