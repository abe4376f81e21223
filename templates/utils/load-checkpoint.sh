#!/bin/sh
# Prints the newest unfinished checkpoint of a workflow type, or of one project.
# Usage: .claude/utils/load-checkpoint.sh <workflow-type> [project-name]

root=$(cd "$(dirname "$0")/../.." && pwd) || exit 1
pawl() { (cd "$root" && node .claude/hooks/pawl-hook.cjs "$@"); }
usage() { echo 'Usage: .claude/utils/load-checkpoint.sh <workflow-type> [project-name]' >&2; exit 2; }

[ $# -eq 1 ] || [ $# -eq 2 ] || usage
pawl workflow load "$@"
