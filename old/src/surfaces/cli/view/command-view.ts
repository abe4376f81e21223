// What is shown of a command's run.

import { unitsOf } from '../../../families/command/phases.js';
import { isJsonObject, type JsonObject } from '../../../rules/json/json.js';
import { mapIn } from '../../../rules/json/read-member.js';
import {
  errorWords,
  facts,
  inWords,
  itemsIn,
  type LineKind,
  saidIn,
  type UnitView,
  type ViewSection,
} from './run-view.js';

/** Whether that is still what would be shipped is for the gate to say. */
const allowedFor = 'allowed for what was reviewed; `pawl gate check` tells about what is there now';

type Line = readonly [LineKind, string];

function taskLine([id, task]: readonly [string, unknown]): Line {
  if (!isJsonObject(task)) return ['item', `${id} ${inWords(task)}`];
  const words = [id, saidIn(task, 'status'), saidIn(task, 'description')].filter((word) => word !== null);
  return ['item', words.join(' · ')];
}

function lineOf(kind: LineKind, text: string | null): readonly Line[] {
  return text === null ? [] : [[kind, text]];
}

function phaseView(name: string, status: string, phase: JsonObject): UnitView {
  const isOver = status === 'complete' || status === 'failed' || status === 'skipped';
  return {
    name,
    status,
    from: saidIn(phase, 'started_at'),
    to: isOver ? saidIn(phase, 'updated_at') : null,
    lines: [
      ...lineOf('text', saidIn(phase, 'context_summary')),
      ...lineOf('error', errorWords(phase['error'])),
      ...itemsIn(phase, 'files_created').map((file): Line => ['created', file]),
      ...itemsIn(phase, 'files_modified').map((file): Line => ['modified', file]),
      ...Object.entries(mapIn(phase, 'tasks')).map(taskLine),
    ],
  };
}

/**
 * Says what is shown of a command's run.
 * @param doc its document, also a drifted one
 * @returns its phases, its task and summary, and the ship gate
 */
export function commandView(doc: JsonObject): readonly ViewSection[] {
  const phases = mapIn(doc, 'phases');
  const state = mapIn(doc, 'state');
  const gate = isJsonObject(doc['gate']) ? doc['gate'] : null;
  const allowed = gate?.['ship_allowed'] === true;
  const ship = mapIn(doc, 'pawl', 'ship');
  return [
    { title: 'Phases', units: unitsOf(doc).map(({ name, status }) => phaseView(name, status, mapIn(phases, name))) },
    {
      title: 'State',
      facts: [...facts('task', saidIn(state, 'current_task')), ...facts('summary', saidIn(state, 'context_summary'))],
    },
    {
      title: 'Ship gate',
      facts:
        gate === null
          ? []
          : [
              { label: 'gate', text: allowed ? allowedFor : 'closed', status: allowed ? 'complete' : 'failed' },
              ...facts('blocker', ...itemsIn(gate, 'blockers')),
              ...facts('commit', saidIn(gate, 'head_commit')),
              ...facts('reviewed by', saidIn(ship, 'by')),
              ...facts('forced', saidIn(mapIn(ship, 'forced'), 'reason')),
            ],
    },
  ];
}
