// Reads gates: as a map or a list of definitions, as names with a command, or where a phase or workstream names them.

import type { Findings } from '../source/findings.js';
import type { Entry, ScalarNode } from '../source/tree.js';
import { type Approval, approvals, type SpecCommand } from '../types.js';
import { inPlace, placeNames } from './command-place.js';
import { commandEntry, readCommands } from './commands.js';
import type { DraftGate } from './draft.js';
import { readTimeout, timeoutNames } from './durations.js';
import { type Item, itemsOf } from './items.js';
import { type Members, membersOf } from './members.js';
import { type Named, readFlag, readList, readText, splits, spotOf } from './values.js';

const gateNames = {
  id: ['id', 'gate'],
  title: ['name', 'title', 'description', 'summary', 'purpose'],
  command: ['command', 'commands', 'cmd', 'cmds', 'run', 'script'],
  checks: ['checks'],
  ...placeNames,
  criteria: ['successcriteria', 'passingcriteria', 'passcriteria', 'criteria', 'expected'],
  shell: ['shell'],
  timeout: timeoutNames,
  covers: ['covers', 'covered', 'paths', 'files'],
  never_waivable: ['neverwaivable', 'nonwaivable', 'neverwaive', 'nowaiver'],
  waivable: ['waivable', 'canwaive'],
  type: ['type', 'kind'],
  approval: ['approval', 'approvals', 'choices', 'options', 'prompt'],
} as const;

const manualTypes = /^(?:(?:manual|human|person)(?:[-_ ]\w+)?|approval|approve|review)$/i;
/** Whoever says so means a command. */
const commandTypes = /^(?:command|automated|automatic|script|shell)$/i;
/** What other tools let pass, and what they take for a pass. */
const lenient = /^(?:required: false|(?:optional|allow_?failure|continue_?on_?error): true)$/i;
const otherCode = /^expected_?exit_?code: (?!0$)/i;
/** Under which keys a gate in a list says its id. */
export const gateIdKeys = ['id', 'gate', 'name'];

/**
 * Reads the gates that a spec declares.
 * @param entries the members of the spec that hold gates
 * @param findings takes what is wrong with them
 * @returns the gates in order
 */
export function readGates(entries: readonly Entry[], findings: Findings): readonly DraftGate[] {
  return entries.flatMap(({ value }) => itemsOf(value, gateIdKeys, findings).flatMap((item) => gateOf(item, findings)));
}

/**
 * Reads one gate.
 * @param item its id and what is said about it
 * @param findings takes what is wrong with it
 * @returns the gate; none when it has no id
 */
export function gateOf({ id, value, spot }: Item, findings: Findings): readonly DraftGate[] {
  if (id === null) {
    findings.problem(spot, 'this gate has no id', 'write e.g. id: type-check');
    return [];
  }
  if (value === null || value.kind === 'scalar') return [shortGate(id, value, findings)];
  const members = membersOf(value, gateNames, findings);
  const isShell = readFlag(members.first('shell'), findings);
  const checks = commandsIn(members.first('checks'), findings);
  const given = readCommands(members.first('command') ?? checks, isShell, findings);
  const commands = inPlace(given, members.first('cwd'), members.first('env'), findings);
  tellOthers(id, members, findings);
  const type = readText(members.first('type'), findings) ?? '';
  const approval = readApproval(members.first('approval'), findings);
  const isManual = manualTypes.test(type) || (approval !== null && commands.length === 0);
  if (!isManual && members.first('command') === undefined && checks === undefined) {
    if (commandTypes.test(type)) {
      findings.problem(id, `gate ${id.text} is of type ${type} and has no command`, 'write e.g. command: npm test');
    } else tellNoCommand(id, findings);
  }
  if (isManual && commands.length > 0) {
    const fix = 'remove its command, or the type and the approval';
    findings.problem(id, `${id.text} is manual and has a command: one of them is not meant`, fix);
  }
  return [
    {
      ...spotOf(id),
      id: id.text,
      title: titleOf(members, id, findings),
      ...kindOf(commands, isManual, approval),
      covers: readList(members.all('covers'), splits.paths, findings),
      timeout_ms: readTimeout(members.first('timeout'), findings),
      never_waivable:
        readFlag(members.first('never_waivable'), findings) ?? readFlag(members.first('waivable'), findings) === false,
      criteria: readList([...members.all('criteria'), ...members.all('checks')], splits.lines, findings).map(
        ({ text }) => text,
      ),
    },
  ];
}

/** `checks` are words, or what is run: then each of them has a command. */
function commandsIn(entry: Entry | undefined, findings: Findings): Entry | undefined {
  const items = entry?.value.kind === 'list' ? entry.value.items : [];
  const run = items.filter((item) => item.kind === 'map' && commandEntry(item) !== undefined);
  if (entry !== undefined && run.length > 0 && run.length < items.length) {
    findings.problem(entry.value, 'some checks have a command, and some have none', 'write the others as criteria');
  }
  return run.length > 0 && run.length === items.length ? entry : undefined;
}

/** What would be a check of another meaning is not passed over. */
function tellOthers(id: Named, { others }: Members<'title'>, findings: Findings): void {
  for (const { key, value } of others) {
    const said = value.kind === 'scalar' ? `${key.text}: ${value.text.trim()}` : '';
    if (lenient.test(said)) {
      findings.warning(
        key,
        `gate ${id.text} says ${said}, and must pass all the same`,
        'leave it out, or remove the gate',
      );
    } else if (otherCode.test(said)) {
      findings.problem(key, `gate ${id.text} passes with exit code 0 only`, 'turn the code around in its command');
    }
  }
}

function titleOf(members: Members<'title'>, id: Named, findings: Findings): string | null {
  const title = readText(members.first('title'), findings);
  return title === id.text ? null : title;
}

/** A gate that is only named, or named with its command. */
function shortGate(id: Named, value: ScalarNode | null, findings: Findings): DraftGate {
  const isManual = value !== null && manualTypes.test(value.text.trim());
  const commands = value === null || isManual ? [] : readCommands({ key: value, value }, null, findings);
  if (value === null) tellNoCommand(id, findings);
  return {
    ...spotOf(id),
    id: id.text,
    title: null,
    ...kindOf(commands, isManual, null),
    covers: [],
    timeout_ms: null,
    never_waivable: false,
    criteria: [],
  };
}

function kindOf(
  commands: readonly SpecCommand[],
  isManual: boolean,
  approval: Approval | null,
): Pick<DraftGate, 'kind' | 'commands' | 'approval'> {
  if (commands.length > 0 && !isManual) return { kind: 'command', commands, approval: null };
  return { kind: 'manual', commands: [], approval: approval ?? 'inspect' };
}

function tellNoCommand(id: Named, findings: Findings): void {
  const message = `gate ${id.text} has no command, so a person will be asked whether it passes`;
  findings.warning(id, message, 'give it a command, or write type: manual');
}

/** `inspect`, `y/n/inspect` or `[y, n, inspect]`. */
function readApproval(entry: Entry | undefined, findings: Findings): Approval | null {
  if (entry === undefined) return null;
  const { value } = entry;
  const texts = value.kind === 'list' ? value.items.map((item) => (item.kind === 'scalar' ? item.text : '')) : [];
  const text = value.kind === 'scalar' ? value.text : texts.join('/');
  const words = text.toLowerCase().split(/[^a-z]+/);
  const found = approvals.find((one) => words.includes(one));
  if (found !== undefined) return found;
  if (/^(?:true|yes|required|manual|y\/n|y n)$/i.test(text.trim())) return 'inspect';
  findings.problem(value, `${entry.key.text} is not known`, 'write inspect, edit or review');
  return null;
}
