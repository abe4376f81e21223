// A run's page: where it stands and how it continues, what happened when, and everything that is recorded about it.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { counted } from '../../base/text.js';
import { type JsonObject, renderJson } from '../../base/json.js';
import type { RunAnswer } from '../api.js';
import { type Seen, act, askArchive, askDelete, askFork, askFresh, askNote, askWaive, busy } from './actions.js';
import { exported } from './client.js';
import { Answers } from './front.js';
import { Ago, Badge, Button, Copy, Panel, Places, Progress, Reasons, Shortened, Workers, toneOf } from './parts.js';
import { PipelineGraph } from './pipeline-graph.js';
import { addressOf, canAct, newest, noFilters, shown } from './state.js';
import { Changes, Past, TimeMachine } from './time-machine.js';
import { Timeline } from './timeline.js';

export function RunPage(): JSX.Element {
  const run = shown.value;
  const head = newest.value;
  if (run === null || head === null) return <p class="loading">Loading the run…</p>;
  const isNewest = run === head;
  const { summary, goal, failure, graph, handoffs } = run;
  const seen = { ref: summary.ref, revision: head.summary.revision };
  return (
    <main id="main" tabIndex={-1} class="run-page">
      {exported === null && (
        <a class="up" href={addressOf({ page: 'runs', filters: noFilters })}>
          ← All runs
        </a>
      )}
      <div class="run-head">
        <h1>{summary.title}</h1>
        <p class="meta">
          <Badge status={summary.status} />
          <code class="ref">{summary.ref}</code>
          <span>{summary.family}</span>
          {summary.place !== 'live' && (
            <Badge status="paused">{summary.place === 'removed' ? 'deleted' : summary.place}</Badge>
          )}
          <Progress run={summary} />
          <Ago at={summary.updatedAt} />
        </p>
        {isNewest && <Workers workers={summary.workers} />}
      </div>
      <TimeMachine />
      {summary.problem !== undefined && <p class="banner fail">{summary.problem}</p>}
      {isNewest ? <NextStep run={run} seen={seen} /> : <Past seen={seen} revision={summary.revision} />}
      <div class="columns">
        <div>
          <Panel title="Timeline">
            <Timeline run={run} isNewest={isNewest} />
          </Panel>
          <Units run={run} />
          {graph.length > 0 && (
            <Panel title="Pipeline">
              <PipelineGraph run={run} />
            </Panel>
          )}
          <Changes />
        </div>
        <div>
          {failure !== null && (
            <Panel title="Last failure">
              <p class="failure">
                <b>{failure.unit}</b> <Places text={failure.message} />
              </p>
            </Panel>
          )}
          {goal !== null && (
            <Panel title="Goal">
              <p class="text">{goal}</p>
            </Panel>
          )}
          <Gates run={run} seen={isNewest ? seen : null} />
          <Texts title="Decisions" items={run.decisions} />
          <Texts title="Rejected, do not revive" items={run.rejected} />
          {handoffs.length > 0 && (
            <Panel title="Hand-offs" count={handoffs.length}>
              {handoffs.map((handoff, n) => (
                <Handoff key={n} handoff={handoff} />
              ))}
            </Panel>
          )}
          <Files files={run.files} />
        </div>
      </div>
      <Panel title="The brief, as an agent gets it" tools={<Copy text={run.brief} label="Copy the brief" />}>
        <pre class="brief">{run.brief}</pre>
      </Panel>
      <Raw document={run.document} rev={run.rev} />
    </main>
  );
}

const headlines: Readonly<Record<RunAnswer['decision']['action'], string>> = {
  resume: 'It is safe to continue',
  ask: 'You decide whether it continues',
  blocked: 'It cannot continue now',
  nothing: 'Nothing is left to do',
};

/** The resume decision, its command, and what a person can do. */
function NextStep({ run, seen }: Readonly<{ run: RunAnswer; seen: Seen }>): JSX.Element {
  const { decision, summary } = run;
  const { action, reasons, information, unit, redo, command, choices } = decision;
  const isOff = busy.value === seen.ref;
  const again = redo.length === 0 ? reasons : [...reasons, `To be done again: ${redo.join(', ')}`];
  const isAway = summary.place === 'archived' || summary.place === 'removed';
  const resume = (): void => void act(seen, { action: 'resume', choice: 'r' });
  const isAnswered = summary.waiting !== null && summary.waiting.kind !== 'ship';
  const canChoose = canAct.value && !isAnswered;
  return (
    <section class={`next ${action}`} aria-label="How it continues">
      <div>
        <h2>
          {headlines[action]}
          {unit !== null && action !== 'nothing' && (
            <>
              {' '}
              with <code>{unit}</code>
            </>
          )}
        </h2>
        <Reasons reasons={again} more={information} />
        {command !== null && (
          <p class="command">
            <code>{command}</code>
            <Copy text={command} label="Copy the command that continues" kind="primary" />
          </p>
        )}
      </div>
      {canAct.value && (
        <div class="answers">
          {isAnswered && <Answers run={summary} />}
          {canChoose && choices.includes('r') && <Button isOff={isOff} label="Resume" run={resume} />}
          {canChoose && choices.includes('s') && (
            <Button isOff={isOff} label="Start fresh…" run={() => askFresh(seen)} />
          )}
          {!isAway && <Button isOff={isOff} label="Add a note…" run={() => askNote(seen)} />}
          <Button isOff={isOff} label="Fork…" run={() => askFork(seen, seen.revision, '')} />
          {!isAway && <Button isOff={isOff} label="Archive…" run={() => askArchive(seen)} />}
          {!isAway && <Button isOff={isOff} kind="danger" label="Delete…" run={() => askDelete(seen)} />}
        </div>
      )}
    </section>
  );
}

const proofs: Readonly<Record<string, string>> = {
  claimed: 'claimed: somebody said so',
  files: 'known by the hashes of its files',
  command: 'known by a command that pawl ran',
};

function Units({ run }: Readonly<{ run: RunAnswer }>): JSX.Element {
  return (
    <Panel title="Units" count={run.units.length}>
      <ol class="units">
        {run.units.map(({ name, status, summary, proof, tokens, files, error }) => (
          <li key={name} class={toneOf(status)}>
            <p class="line">
              <b>{name}</b>
              <Badge status={status} />
              {proof !== null && (
                <span class="proof" title={proofs[proof] ?? proof}>
                  {proof}
                </span>
              )}
              {tokens !== null && <span class="proof">{counted(tokens, 'token')}</span>}
              {files.length > 0 && (
                <span class="proof" title={files.join('\n')}>
                  {counted(files.length, 'file')}
                </span>
              )}
            </p>
            {summary !== undefined && <p class="text">{summary}</p>}
            {error !== undefined && (
              <p class="failure">
                <Places text={error} />
              </p>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function Gates({ run, seen }: Readonly<{ run: RunAnswer; seen: Seen | null }>): JSX.Element | null {
  const { gates, summary } = run;
  const canWaive = canAct.value && summary.family === 'pipeline';
  if (gates.length === 0) return null;
  return (
    <Panel title="Gates" count={gates.length}>
      <ul class="gates">
        {gates.map(({ label, state, detail, output }) => (
          <li key={label}>
            <p class="line">
              <b>{label}</b>
              <Badge status={state} />
              {seen !== null &&
                canWaive &&
                /^(?:due|failed|blocked)$/.test(state) &&
                summary.waiting?.gate !== label && (
                  <Button kind="quiet" label="Waive…" about={label} run={() => askWaive(seen, label)} />
                )}
            </p>
            {detail !== null && (
              <p class="text detail">
                <Places text={detail} />
              </p>
            )}
            {output !== undefined && (
              <details>
                <summary>Output</summary>
                <pre>{output}</pre>
              </details>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Texts({ title, items }: Readonly<{ title: string; items: RunAnswer['decisions'] }>): JSX.Element | null {
  if (items.length === 0) return null;
  return (
    <Panel title={title} count={items.length}>
      <ul class="texts">
        {items.map(({ text, at }) => (
          <li key={text}>
            {text} {at !== undefined && <Ago at={at} />}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Handoff({ handoff }: Readonly<{ handoff: JsonObject }>): JSX.Element {
  const text = (name: string): string | null => {
    const value = handoff[name];
    return typeof value === 'string' ? value : null;
  };
  const badges = [text('phase'), text('status'), text('decision')].filter((one) => one !== null);
  return (
    <details class="handoff">
      <summary>
        <b>{text('task_id') ?? 'hand-off'}</b>{' '}
        {badges.map((one) => (
          <Badge key={one} status={one.toLowerCase()} />
        ))}
        <span class="text">{text('context_summary') ?? text('instructions')}</span>
      </summary>
      <pre>{renderJson(handoff)}</pre>
    </details>
  );
}

function Files({ files }: Readonly<{ files: readonly string[] }>): JSX.Element | null {
  if (files.length === 0) return null;
  const items = files.map((file) => (
    <li key={file}>
      <code>{file}</code>
    </li>
  ));
  return (
    <Panel title="Files" count={files.length}>
      <Shortened kind="files" max={12} items={items} />
    </Panel>
  );
}

/** The checkpoint itself; drawn when it is opened. */
function Raw({ document, rev }: Readonly<{ document: JsonObject; rev: string }>): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="panel raw" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        The checkpoint as JSON <code class="ref">{rev}</code>
      </summary>
      {isOpen && <pre>{renderJson(document)}</pre>}
    </details>
  );
}
