// What a tool works with: the project, who works, and the person behind the client.

import { families } from '../../service/families.js';
import type { Owner } from '../../service/lease/leases.js';
import { withOpenBench } from '../../service/with-open-bench.js';
import type { Workbench } from '../../service/workbench.js';
import { isTold } from '../../store/notices.js';
import { harmlessLine } from '../../rules/text/harmless.js';

/** What a person answered: nothing yet, not willing, or one of the choices. */
export type Answer = { readonly is: 'none' } | { readonly is: 'declined' } | { readonly is: 'chosen'; choice: string };

/** One call of a tool, a resource or a prompt. */
export interface Scene {
  readonly root: string;
  readonly owner: Owner;
  /** Whether the client can ask its person. */
  readonly canAsk: boolean;
  /** What the person answered to a question. */
  readonly answerTo: (key: string) => Answer;
  /** Opens the project for the work, and closes it in any case. */
  readonly withBench: <T>(work: (bench: Workbench) => Promise<T>) => Promise<T>;
  /** Aborted when the client takes its call back, or is gone. */
  readonly signal: AbortSignal;
  /** What the store noticed about files, for the one who called. */
  readonly noticed: readonly string[];
}

/** What a scene is made of. */
export interface SceneParts extends Pick<Scene, 'root' | 'owner' | 'canAsk' | 'answerTo' | 'signal'> {
  /** How the client calls itself, for the history. */
  readonly client: string | null;
}

const maxNoticed = 20;

/**
 * Makes the scene of a call.
 * @param parts the project, who works, who can be asked
 * @returns the scene
 */
export function sceneOf({ client, ...parts }: SceneParts): Scene {
  const noticed: string[] = [];
  const notice = (text: string): void => {
    if (noticed.length < maxNoticed) noticed.push(harmlessLine(text));
  };
  const actor = client === null ? {} : { actor: actorOf(client) };
  return {
    ...parts,
    noticed,
    withBench: (work) =>
      withOpenBench(
        {
          root: parts.root,
          families,
          onNotice: ({ code, message }) => {
            if (isTold({ code })) notice(message);
          },
          onRemark: notice,
          ...actor,
        },
        work,
      ),
  };
}

/** The name comes from the client: it is shown in histories and briefs. */
function actorOf(client: string): string {
  return `${harmlessLine(client).slice(0, 60).toWellFormed() || 'a client'} (mcp, pid ${process.pid})`;
}
