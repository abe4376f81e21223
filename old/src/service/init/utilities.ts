// Seed 004's shell utilities: thin scripts for any POSIX shell, which call pawl. They need neither jq nor bash.

export const utilsFolder = '.claude/utils';

/** Finds pawl, and the project: that of the script, unless the environment names one. Errors of pawl are exit 1 here. */
const begin = (name: string, usage: string): string => `#!/bin/sh
# ${usage}

fail() {
  printf '%s\\n' "$@" >&2
  exit 1
}

usage() {
  fail 'Usage: .claude/utils/${name} ${usage.slice(usage.indexOf(':') + 2)}'
}

root=$(cd "$(dirname "$0")/../.." && pwd) || exit 1

program=$(command -v pawl) || program=$root/node_modules/.bin/pawl
if [ ! -x "$program" ]; then
  fail 'pawl was not found: neither in PATH nor in node_modules/.bin.' 'Install it in the project: npm install pawl'
fi

run() {
  if [ -z "\${GIT_ROOT:-}\${CLAUDE_PROJECT_DIR:-}" ]; then set -- -C "$root" "$@"; fi
  "$program" "$@"
}
`;

const save = `${begin('save-checkpoint.sh', 'Saves the state of a workflow and prints the path of its checkpoint: <workflow-type> [project-name] <state-json> [--resume | --fresh]')}
how=--print-path
for arg; do
  shift
  case $arg in
  --resume | --fresh) how="$how $arg" ;;
  *) set -- "$@" "$arg" ;;
  esac
done
case $# in
1) out=$(run workflow save "$1" --state - $how) ;;
2)
  case $2 in
  *[!A-Za-z0-9._-]* | -) out=$(run workflow save "$1" --state "$2" $how) ;;
  *) out=$(run workflow save "$1" "$2" --state - $how) ;;
  esac
  ;;
3) out=$(run workflow save "$1" "$2" --state "$3" $how) ;;
*) usage ;;
esac || exit 1
if [ -n "$out" ]; then printf '%s\\n' "$out"; fi
`;

const load = `${begin('load-checkpoint.sh', 'Prints the newest checkpoint of a type or project: <workflow-type> [project-name]')}
case $# in
1 | 2) run workflow load "$@" || exit 1 ;;
*) usage ;;
esac
`;

const list = `${begin('list-checkpoints.sh', 'Lists the checkpoints of workflows: [workflow-type]')}
case $# in
0 | 1) run workflow list "$@" || exit 1 ;;
*) usage ;;
esac
`;

const cleanup = `${begin('cleanup-checkpoints.sh', 'Archives checkpoints that are older: [max-age-days]')}
case $# in
0) run clean || exit 1 ;;
1)
  case $1 in
  '' | *[!0-9]*) usage ;;
  esac
  run clean --max-age-days "$1" || exit 1
  ;;
*) usage ;;
esac
`;

/** The scripts by path. */
export const utilities: Readonly<Record<string, string>> = {
  [`${utilsFolder}/save-checkpoint.sh`]: save,
  [`${utilsFolder}/load-checkpoint.sh`]: load,
  [`${utilsFolder}/list-checkpoints.sh`]: list,
  [`${utilsFolder}/cleanup-checkpoints.sh`]: cleanup,
};

/** Claude Code shows the first line of what this prints. Without pawl there is none, and no complaint at each prompt. */
export const statusLine = `#!/bin/sh
# The status line of Claude Code: run, phase, progress, age.
root=$(cd "$(dirname "$0")/../../.." && pwd) || exit 0
program=$root/node_modules/.bin/pawl
[ -x "$program" ] || program=$(command -v pawl) || exit 0
exec "$program" statusline
`;
