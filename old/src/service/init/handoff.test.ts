import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, test } from 'node:test';
import { extendHandoff, sectionOf } from './handoff.js';
import { undoEdits } from './text-edits.js';

const ours = fs.readFileSync('templates/handoff.md', 'utf8');

/** A project's own protocol, from before `mode`. */
const own = `# Handoff

See [the guidelines](#context-summary-guidelines).

## Request Schema

\`\`\`json
{
  "task_id": "string (required)",
  "phase": "research | write | validate | parallel (required)",
  "context": {
    "previous_findings": "string | null - Summary from previous phase"
  }
}
\`\`\`

| Field | Type | Required | Description |
| --- | --- | --- | --- |
| \`task_id\` | string | Yes | Names the task |
| \`phase\` | enum | Yes | The phase |
| \`context.previous_findings\` | string | No | Summary from previous phase |

## Context Summary Guidelines

Keep it short.

### Good ones

They say what comes next.

## Examples

None yet.
`;

const anchors = (text: string): readonly string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title.trim().toLowerCase().replaceAll(' ', '-'));

describe("a project's own hand-off protocol", () => {
  const { text, edits } = extendHandoff(own, ours);

  test('gets the field mode in the JSON of a request and in the table', () => {
    const json = /```json\n([\s\S]*?)```/.exec(text)?.[1] ?? '';
    assert.equal(JSON.parse(json).mode, 'plan | code | ui | docs | eval | reconcile | research (required)');
    assert.match(
      text,
      /^\| `phase` .*\n\| `mode` \| enum \| Yes \| .*plan\/code\/ui\/docs\/eval\/reconcile\/research/m,
    );
  });

  test('says previous_summary instead of previous_findings, with the limit', () => {
    assert.doesNotMatch(text, /previous_findings/);
    assert.match(text, /^ {4}"previous_summary": "string \| null - Summary from previous phase \(≤500 tokens\)"$/m);
    assert.match(text, /^\| `context\.previous_summary` {2}\| .* \(≤500 tokens, validated\) \|$/m);
  });

  test('gets the section Enforcement behind its guidelines, and keeps every heading', () => {
    const before = anchors(own);
    const after = anchors(text);
    assert.deepEqual(
      after.filter((anchor) => before.includes(anchor)),
      before,
    );
    assert.ok(after.indexOf('enforcement') > after.indexOf('good-ones'));
    assert.ok(after.indexOf('enforcement') < after.indexOf('examples'));
    assert.equal(after.filter((anchor) => anchor === 'context-summary-guidelines').length, 1);
  });

  test('is left alone by a second run', () => {
    assert.deepEqual(extendHandoff(text, ours), { text, edits: [] });
  });

  test('is as it was when the edits are taken back, and keeps what was added meanwhile', () => {
    assert.equal(undoEdits(text, edits).text, own);
    const later = text.replace('None yet.', 'None yet.\n\n## Mine\n\nStays.');
    assert.equal(undoEdits(later, edits).text, own.replace('None yet.', 'None yet.\n\n## Mine\n\nStays.'));
    const changed = undoEdits(text.replace('Counted:** words', 'Counted:** syllables'), edits);
    assert.equal(changed.missing, 1);
    assert.match(changed.text, /syllables/);
  });

  test('keeps CRLF, and a missing line end at its end', () => {
    const windows = own.trimEnd().replaceAll('\n', '\r\n');
    const extended = extendHandoff(windows, ours);
    assert.doesNotMatch(extended.text, /(?<!\r)\n/);
    assert.equal(extended.text.replaceAll('\r\n', '\n'), text.trimEnd());
    assert.equal(undoEdits(extended.text, extended.edits).text, windows);
  });

  test('without guidelines gets that section too, so that links to it lead somewhere', () => {
    const extended = extendHandoff('# Handoff\n\nText.\n', ours);
    const found = anchors(extended.text);
    assert.ok(found.indexOf('context-summary-guidelines') > 0);
    assert.equal(found.indexOf('enforcement'), found.indexOf('context-summary-guidelines') + 1);
    assert.equal(undoEdits(extended.text, extended.edits).text, '# Handoff\n\nText.\n');
  });

  test('is renamed in schema and table whatever the prose says, which stays as it is', () => {
    const prose = 'Our own stuff about previous_findings.\n\n- `previous_findings` will be called `previous_summary`\n';
    const extended = extendHandoff(`${own}\n${prose}`, ours).text;
    assert.match(extended, /^ {4}"previous_summary": /m);
    assert.match(extended, /^\| `context\.previous_summary`/m);
    assert.ok(extended.includes(prose));
    assert.deepEqual(extendHandoff(extended, ours).edits, []);
    const both = own.replace('"context": {', '"context": {\n    "previous_summary": "string",');
    assert.match(
      extendHandoff(both, ours).text,
      /^ {4}"previous_findings": /m,
      'it has the new name beside the old one',
    );
  });

  test('without a schema gets that of a request, with its modes', () => {
    const extended = extendHandoff(
      '# Handoff\n\nWe send texts; previous_findings.\n\n## Context Summary Guidelines\n\nShort.\n',
      ours,
    );
    assert.match(extended.text, /^ {2}"mode": "code",$/m);
    assert.match(extended.text, /^\| `mode` \|/m);
    assert.match(extended.text, /We send texts; previous_findings\./);
    const found = anchors(extended.text);
    assert.ok(found.indexOf('request-schema') < found.indexOf('context-summary-guidelines'));
    assert.deepEqual(extendHandoff(extended.text, ours).edits, []);
    assert.equal(undoEdits(extended.text, extended.edits).undone, extended.edits.length);
  });

  test('gets the enforcement of the limit behind what its own section of that name says', () => {
    const text = `${own.trimEnd()}\n\n## Enforcement\n\nReviewers enforce our style.\n\n## Last\n\nx\n`;
    const { text: after, edits } = extendHandoff(text, ours);
    assert.match(
      after,
      /\n## Enforcement\n\nReviewers enforce our style\.\n\n[^#]*token-counter\.cjs[^]*\n\n## Last\n/,
    );
    assert.equal(after.match(/^## Enforcement$/gm)?.length, 1);
    assert.deepEqual(extendHandoff(after, ours).edits, []);
    assert.equal(undoEdits(after, edits).text, text);
  });

  test('whose request has no phase gets the field mode there, and no second schema', () => {
    const text = own.replace(/^.*phase.*(?:string|enum|research).*\n/gm, (line) =>
      line.includes('findings') ? line : '',
    );
    assert.doesNotMatch(text, /"phase"|`phase`/);
    const { text: after, edits } = extendHandoff(text, ours);
    assert.match(after, /"task_id": .*,\n {2}"mode": "plan \| /);
    assert.match(after, /\| --- \|\n\| `mode` \| enum \|.*\n\| `task_id` \|/);
    assert.equal(after.match(/^## Request schema$/gim)?.length, 1);
    assert.equal(undoEdits(after, edits).text, text);
  });

  test('is known by its headings also when they end with marks, or are underlined', () => {
    for (const heading of ['## Context Summary Guidelines ##', 'Context Summary Guidelines\n---']) {
      const { text: after } = extendHandoff(own.replace('## Context Summary Guidelines', heading), ours);
      assert.equal(after.match(/^(?:## )?Context Summary Guidelines/gm)?.length, 1, heading);
      assert.match(after, /next\.\n\n## Enforcement\n[^]*\n## Examples/, heading);
    }
  });

  test('headings in code blocks are no headings', () => {
    const fenced = '# Handoff\n\n```sh\n## Enforcement\n```\n\n## Context Summary Guidelines\n\nShort.\n';
    assert.match(extendHandoff(fenced, ours).text, /Short\.\n\n## Enforcement\n/);
  });

  test('that has everything is kept', () => {
    assert.deepEqual(extendHandoff(ours, ours).edits, []);
  });
});

test('a section is cut out up to the next heading of its level', () => {
  assert.deepEqual(sectionOf('# A\n\n## B\n\nb\n\n### C\n\nc\n\n## D\n', /^B$/), [
    '## B',
    '',
    'b',
    '',
    '### C',
    '',
    'c',
  ]);
});
