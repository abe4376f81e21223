// Who decides: the person, without the process that wrote it down.

/**
 * Takes the person out of an actor's name.
 * @param actor e.g. `ana (pid 4711)`
 * @returns e.g. `ana`
 */
export function personOf(actor: string): string {
  return actor.replace(/ \(pid \d+\)$/, '') || 'someone';
}
