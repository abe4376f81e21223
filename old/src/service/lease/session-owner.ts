// How owners are called that are sessions of an agent: `session 4f0c…`.

const prefix = 'session ';
const maxChars = 200;

/**
 * Writes the owner that a session is.
 * @param session the session's id
 * @returns the owner's id
 */
export function sessionOwner(session: string): string {
  return `${prefix}${session.slice(0, maxChars)}`;
}

/**
 * Tells whether an owner is a session.
 * @param ownerId the owner's id
 * @returns false for processes
 */
export function isSessionOwner(ownerId: string): boolean {
  return ownerId.startsWith(prefix);
}

/**
 * Reads which session an owner is.
 * @param ownerId the owner's id
 * @returns the session's id; null when it is none
 */
export function sessionOfOwner(ownerId: string): string | null {
  return isSessionOwner(ownerId) ? ownerId.slice(prefix.length) : null;
}
