// What a recorded event was, in words: for lists, where the states themselves are not looked at.

import { isJsonObject, type Json, type JsonObject } from '../../rules/json/json.js';
import type { EventNote } from '../../store/store.js';

type Args = JsonObject;

const text = (args: Args, name: string): string => {
  const value: Json | undefined = args[name];
  return typeof value === 'string'
    ? value
    : Array.isArray(value)
      ? value.join(', ')
      : value === undefined
        ? ''
        : JSON.stringify(value);
};
const behind = (before: string, value: string): string => (value === '' ? '' : `${before}${value}`);
const covered = (args: Args): string =>
  behind(' for ', text(args, 'workstream') || behind('phase ', text(args, 'phase')));

const again = (args: Args): string => behind('; before: ', text(args, 'before'));
const gone = (args: Args): string => behind(', without what is gone: ', text(args, 'gone'));
const changed = (args: Args): string => text(args, 'changed').replaceAll('_', ' ');

/** Where a file was moved to; its content may be edited as well. */
const movedTo: Readonly<Record<string, string>> = { failed: 'moved to failed/', live: 'put back into its folder' };

const words: Readonly<Record<string, (args: Args) => string>> = {
  // Every family
  saved: (args) => `saved as a whole${behind(', merged with revision ', text(args, 'merged_with'))}`,
  note: () => 'notes added',
  handoff: (args) =>
    `handed off ${text(args, 'task_id')} (${text(args, 'phase')}, ${text(args, 'mode')})${again(args)}`,
  handoff_reply: (args) =>
    `hand-off ${text(args, 'task_id')} (${text(args, 'phase')}) answered: ${text(args, 'status')}, ${text(args, 'decision')}${again(args)}`,
  handoff_unfit: (args) =>
    `hand-off ${text(args, 'task_id')} (${text(args, 'phase')}): an answer came that does not fit; it is still open`,
  adopted: () => 'taken in from a file that another tool wrote',
  edited: (args) =>
    `${movedTo[text(args, 'place')] ?? 'edited'} by hand${behind(', against other changes at ', text(args, 'conflicts'))}`,
  switched: () => 'file changed by git: a switch of branches, a stash or a restore',
  kept: (args) => `kept by its build, as of revision ${text(args, 'revision')}, although its file had changed`,
  removed: () => 'file removed by hand',
  repaired: (args) => {
    const reason = text(args, 'reason');
    if (reason === 'corrupt') return 'put back into its file, which was unreadable';
    return reason === '' ? 'repaired by doctor' : 'log carried on after damage';
  },
  restored: (args) => `brought back to revision ${text(args, 'revision')}`,
  forked: (args) => `forked from ${text(args, 'from').replace(/^\w+:/, '')}, revision ${text(args, 'revision')}`,
  archived: (args) => `archived${behind(': ', text(args, 'reason'))}`,
  deleted: (args) => `deleted${behind(': ', text(args, 'reason'))}; its history is kept`,
  resumed: () => 'taken up again',
  restarted: () => 'started afresh',
  // Commands
  phase: (args) =>
    `phase ${text(args, 'phase')}${behind(' → ', text(args, 'status'))}${behind(': ', changed(args))}${behind(', ', text(args, 'tasks'))}${gone(args)}`,
  complete: (args) => `run completed${gone(args)}`,
  gate: (args) => `ship gate ${args['ship_allowed'] === true ? 'opened' : 'closed'}`,
  force: (args) => `ship gate forced open for one content${behind(': ', text(args, 'reason'))}`,
  // Pipelines
  init: () => 'begun from its spec',
  replan: () => 'plan taken over from its changed spec',
  done: (args) => `workstream ${text(args, 'workstream')} → complete`,
  built: (args) =>
    [
      text(args, 'completed') === '' ? '' : `workstreams completed: ${text(args, 'completed')}`,
      text(args, 'workstreams') === '' ? '' : `started: ${text(args, 'workstreams')}`,
    ]
      .filter((part) => part !== '')
      .join('; '),
  pass_gate: (args) => `gate ${text(args, 'gate')} passed${covered(args)}`,
  fail_gate: (args) => `gate ${text(args, 'gate')} failed${covered(args)}`,
  block_gate: (args) => `gate ${text(args, 'gate')} could not be run${covered(args)}`,
  waive_gate: (args) => `gate ${text(args, 'gate')} waived${covered(args)}${behind(', ', text(args, 'issue'))}`,
  approve: (args) => `${text(args, 'gate') || text(args, 'about')}: a person said ${text(args, 'answer')}`,
  hold: () => 'a person is asked',
  redo: (args) => `to be done again: ${[text(args, 'workstreams'), text(args, 'gates')].filter(Boolean).join(', ')}`,
  accept: (args) => `results kept although they changed${behind(': ', text(args, 'reason'))}`,
  pause: (args) => `paused${behind(': could not be run: ', text(args, 'blocked'))}`,
  review: (args) => `review: ${text(args, 'verdict')}${behind(', attempt ', text(args, 'attempt'))}`,
  // Workflows
  advance: (args) => (args['phase'] === undefined ? 'phase completed' : `phase ${text(args, 'phase')} → complete`),
  update: () => 'state changed',
  retry: () => 'failure left behind',
  finish: () => 'workflow completed',
  abandon: (args) => `given up${behind(': ', text(args, 'reason'))}`,
  // Pipelines and workflows
  start: (args) =>
    args['workstreams'] === undefined ? 'started' : `workstreams started: ${text(args, 'workstreams')}`,
  fail: (args) =>
    args['workstream'] === undefined
      ? `failed${args['final'] === true ? ' for good' : ''}`
      : `workstream ${text(args, 'workstream')} failed`,
};

/**
 * Says in words what an event was.
 * @param event the event as recorded; one of a later version is named as it is
 * @returns e.g. `phase design → complete`
 */
export function eventInWords(event: EventNote): string {
  const args = isJsonObject(event.args) ? event.args : {};
  const say = Object.hasOwn(words, event.name) ? words[event.name] : undefined;
  return say === undefined ? event.name.replaceAll('_', ' ') : say(args);
}
