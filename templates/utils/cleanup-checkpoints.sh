#!/bin/sh
# Archives checkpoints that did not change for some days (7 by default). Their history stays.
# Usage: .claude/utils/cleanup-checkpoints.sh [max-age-days]

root=$(cd "$(dirname "$0")/../.." && pwd) || exit 1
pawl() { (cd "$root" && node .claude/hooks/pawl-hook.cjs "$@"); }
usage() { echo 'Usage: .claude/utils/cleanup-checkpoints.sh [max-age-days]' >&2; exit 2; }

[ $# -le 1 ] || usage
if [ $# -eq 0 ]; then pawl clean; else pawl clean --max-age-days "$1"; fi
