// The environment of a child: the user's own, without what would lead it to another repository, run or test.

import { markVariable } from './marked-processes.js';

/** git's own variables name another index or repository inside a hook; a test runner's make its children report to it. */
const misleading =
  /^(?:GIT_(?:DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|COMMON_DIR|PREFIX|NAMESPACE|CEILING_DIRECTORIES|ALTERNATE_OBJECT_DIRECTORIES)|NODE_TEST_CONTEXT|NODE_CHANNEL_FD|NODE_UNIQUE_ID|PAWL_(?:WORKSTREAM|PRD|PHASE|ATTEMPT|GATE|SPEC|TITLE|OUTPUTS|LOG))$/;

/** To read the environment takes long, and a build reads it for every child. */
let base: Readonly<Record<string, string | undefined>> | undefined;

/**
 * Makes the environment of a child, from that of this process as it was when the first child was started.
 * @param mark what it and its children are found by
 * @param extra variables of its own
 * @returns the variables
 */
export function childEnvironment(mark: string, extra: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  base ??= Object.fromEntries(Object.entries(process.env).filter(([name]) => !misleading.test(name)));
  // A run inside of another one: its children belong to both.
  const outer = base[markVariable]?.trim();
  const marks = outer === undefined || outer === '' ? mark : `${outer} ${mark}`;
  return { ...base, ...extra, [markVariable]: marks };
}
