// The session that an agent names to its shell calls, one way for all who ask.

/** Where agents tell their session, the surest first. */
const variables = [
  'PAWL_SESSION',
  'CLAUDE_SESSION_ID',
  'CLAUDE_CODE_SESSION_ID',
  'CODEX_SESSION_ID',
  'CODEX_THREAD_ID',
];

/**
 * Reads the session that this call belongs to.
 * @param env the environment
 * @returns its id; undefined when none is named
 */
export function namedSession(env: NodeJS.ProcessEnv): string | undefined {
  return variables.map((name) => env[name]).find(Boolean);
}
