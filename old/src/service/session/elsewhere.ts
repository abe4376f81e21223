// Whether the hooks of a call's session may work on another project than the one that the call is in.

/** Where SessionStart tells the shell calls of a session which project its hooks work on. */
export const sessionRootVariable = 'PAWL_SESSION_ROOT';

/**
 * Tells whether a session's hooks may work on another project than a call, so that more has to be looked at.
 * @param root the call's own project
 * @param env the environment
 * @returns false when there is no session, or it is the same project
 */
export function mayBeElsewhere(root: string, env: NodeJS.ProcessEnv = process.env): boolean {
  const named = env[sessionRootVariable];
  return Boolean(named) && named !== root && Boolean(env['PAWL_SESSION']) && !env['GIT_ROOT'];
}
