// What makes a run impossible to continue as it is. Pure.

import { isNewerCommand } from '../../../families/command/phases.js';
import { isNewerThanKnown, latestSchemaVersion, schemaVersionOf } from '../../../families/workflow/migrate.js';
import { inWords } from '../../../rules/fields.js';
import { mapIn } from '../../../rules/json/read-member.js';
import { problemsInWords } from './doubts.js';
import type { Blocker, RunFacts } from './judge.js';
import { takesSteps } from './takes-steps.js';

/**
 * Finds what stands in the way.
 * @param facts what is known of the run
 * @returns the reasons, each with the choices that it leaves
 */
export function blockersOf(facts: RunFacts): readonly Blocker[] {
  return [...byLease(facts), ...byNotices(facts), ...byDocument(facts)];
}

function byLease({ lease }: RunFacts): readonly Blocker[] {
  return lease.state === 'live' ? [{ reason: lease.reason ?? 'held by someone else', options: 'v' }] : [];
}

function byNotices({ notices, revision }: RunFacts): readonly Blocker[] {
  return notices.flatMap(({ code, message }) => {
    if (code === 'damaged') {
      const reason = `its log is damaged (${message}); revision ${revision} is the newest that can be read`;
      return [{ reason, options: 'rv', isMendable: true }];
    }
    return code === 'newer-version' ? [{ reason: `${message}; update pawl to go on`, options: 'v' }] : [];
  });
}

function byDocument(facts: RunFacts): readonly Blocker[] {
  const { family, doc } = facts;
  if (family === 'pipeline') {
    const review = mapIn(doc, 'adversarial_review');
    if (review['verdict'] !== 'do_not_ship') return byForm(facts);
    const attempt = typeof review['attempt'] === 'number' ? ` (attempt ${review['attempt']} of 2)` : '';
    return [{ reason: `the adversarial review says do_not_ship${attempt}`, options: 'svd' }];
  }
  if (family === 'command') {
    if (isNewerCommand(doc)) return newer(`version is ${inWords(doc['version'])}; this pawl knows 1`);
    return facts.shipGate === null ? byForm(facts) : [{ reason: facts.shipGate, options: 'svd' }];
  }
  if (isNewerThanKnown(doc)) {
    return newer(`schema version is ${schemaVersionOf(doc)}; this pawl knows ${latestSchemaVersion}`);
  }
  return byForm(facts);
}

function newer(versions: string): readonly Blocker[] {
  return [{ reason: `its ${versions}: it is read, never written`, options: 'svd' }];
}

function byForm({ family, doc, problems }: RunFacts): readonly Blocker[] {
  if (takesSteps(family, doc, problems)) return [];
  return [{ reason: problemsInWords(problems), options: 'svd', isMendable: true }];
}
