#!/bin/sh
# Lists the checkpoints of workflows, the last changed first.
# Usage: .claude/utils/list-checkpoints.sh [workflow-type]

root=$(cd "$(dirname "$0")/../.." && pwd) || exit 1
pawl() { (cd "$root" && node .claude/hooks/pawl-hook.cjs "$@"); }
usage() { echo 'Usage: .claude/utils/list-checkpoints.sh [workflow-type]' >&2; exit 2; }

[ $# -le 1 ] || usage
pawl workflow list "$@"
