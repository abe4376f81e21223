// What pawl itself keeps in a run, and what else is stored there: the same for every family.

import { handoffsIn } from '../../../families/handoff/record.js';
import { isJsonObject, type JsonObject } from '../../../rules/json/json.js';
import { mapIn } from '../../../rules/json/read-member.js';
import { decisionFacts, evidenceFacts } from './evidence-view.js';
import { type Fact, facts, inWords, saidIn, type ViewSection } from './run-view.js';

const known: ReadonlySet<string> = new Set(
  (
    'command feature version head_commit started_at updated_at completed_at state phases gate pawl prd prd_title ' +
    'current_phase status completed_workstreams in_progress_workstreams pending_workstreams artifacts gates_passed ' +
    'gates_pending timestamp error adversarial_review eslint_fixes cleanup_done key_fixes checkpoint_id workflow_type ' +
    'workflow_description created_at total_phases completed_phases workflow_state last_error schema_version'
  ).split(' '),
);

function noteFacts(pawl: JsonObject, label: string, name: string): readonly Fact[] {
  const list = pawl[name];
  if (!Array.isArray(list)) return [];
  return list.map((note) => ({ label, text: (isJsonObject(note) ? saidIn(note, 'text') : null) ?? inWords(note) }));
}

/**
 * Says what is shown of a run beside what its family has.
 * @param doc its document
 * @returns the next action, decisions, evidence, and the names of other members
 */
export function notesView(doc: JsonObject): readonly ViewSection[] {
  const pawl = mapIn(doc, 'pawl');
  const others = Object.keys(doc).filter((name) => !known.has(name));
  return [
    {
      title: 'Notes',
      facts: [
        ...facts('next', saidIn(pawl, 'next_action')),
        ...facts('resume', saidIn(pawl, 'resume_note')),
        ...noteFacts(pawl, 'decided', 'decisions'),
        ...noteFacts(pawl, 'rejected', 'rejected'),
        ...noteFacts(pawl, 'superseded', 'superseded'),
      ],
    },
    {
      title: 'Hand-offs',
      facts: handoffsIn(doc).map(({ task_id, phase, mode, status, decision, unfit }) => ({
        label: task_id,
        text: `${phase}, ${mode}: ${status}${decision === undefined ? '' : `, ${decision}`}${unfit === undefined ? '' : ', its answer does not fit (see --json)'}`,
      })),
    },
    { title: 'Evidence', facts: evidenceFacts(doc) },
    { title: 'Decisions of people', facts: decisionFacts(doc) },
    { title: 'Also stored', facts: facts('fields', others.length === 0 ? null : `${others.join(', ')} (see --json)`) },
  ];
}
