// What a quick command is: a built file that answers the usual calls of a command, without the table of all commands.

/** A file of `quick/`. */
export interface QuickCommand {
  /**
   * Answers a call.
   * @param args what stands behind the command's name
   * @param name the command, for a file that answers several
   * @returns false when that takes more than this file has; nothing was done or written then
   */
  answer(args: readonly string[], name: string): boolean;
}
