#!/bin/sh
# Saves the state of a workflow and prints the path of its checkpoint. The state "-" is read from standard input.
# Usage: .claude/utils/save-checkpoint.sh <workflow-type> <state-json>

root=$(cd "$(dirname "$0")/../.." && pwd) || exit 1
pawl() { (cd "$root" && node .claude/hooks/pawl-hook.cjs "$@"); }
usage() { echo 'Usage: .claude/utils/save-checkpoint.sh <workflow-type> <state-json>' >&2; exit 2; }

[ $# -eq 2 ] || usage
pawl workflow save "$1" "$2"
