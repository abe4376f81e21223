// The completion script for zsh.

import { singleQuoted } from '../../../../rules/text/shell-quote.js';
import { knownSlots, nameMatches, type Offer, type Slot, spellings, valuedOptions, type Words } from './words.js';

/** zsh writes a word and its meaning with a colon between them. */
const described = ([word, meaning]: Offer): string =>
  singleQuoted(meaning === '' ? word : `${word}:${meaning.replaceAll(':', '\\:')}`);

const action = ({ offers, paths, refs }: Slot): string =>
  [
    `next=(${offers.map(described).join(' ')})`,
    ...(paths === null ? [] : [`paths=${paths}`]),
    ...(refs === null ? [] : [`refs=${refs}`]),
  ].join('; ');

/**
 * Writes the script.
 * @param words what can follow each command
 * @returns the script
 */
export function zshScript(words: readonly Words[]): string {
  const valued = valuedOptions(words);
  const values = valued.map(({ matches, slot }) => `      ${matches.map(singleQuoted).join('|')}) ${action(slot)} ;;`);
  const slots = knownSlots(words).map(
    ({ name, at, isOpen, slot }) =>
      `      ${singleQuoted(`${name} ${at}`)}${isOpen ? `|${singleQuoted(`${name} `)}<->` : ''}) ${action(slot)} ;;`,
  );
  const flags = words.map((one) => {
    const offers = one.options.flatMap((option) =>
      spellings(option).map((text) => described([text, option[1].description])),
    );
    return `      ${singleQuoted(one.name)}) next=(${offers.join(' ')}) ;;`;
  });
  return `#compdef pawl
# zsh completion for pawl, written by \`pawl completion zsh\`
_pawl() {
  local command='' skip='' ended='' paths='' refs='' kind=argument token before
  local -a next
  integer at=0 i
  for ((i = 2; i < CURRENT; i++)); do
    token="\${words[i]}"
    if [[ -n $skip ]]; then skip=''; continue; fi
    if [[ -z $ended && $token == -* ]]; then
      case "$command $token" in
        *' --') ended=1 ;;
        ${valued.flatMap(({ matches }) => matches.map(singleQuoted)).join('|')}) skip=1 ;;
      esac
      continue
    fi
    case "$command $token" in
      ${nameMatches(words).map(singleQuoted).join('|')})
        if (( at == 0 )); then command="\${command:+$command }$token"; continue; fi ;;
    esac
    (( at += 1 ))
  done
  before="\${words[CURRENT - 1]}"
  if [[ -z $skip && -z $ended && \${words[CURRENT]} == --*=* ]]; then
    before="\${words[CURRENT]%%=*}" skip=1
    compset -P '*='
  fi
  if [[ -n $skip ]]; then
    kind=value
    case "$command $before" in
${values.join('\n')}
    esac
  elif [[ -z $ended && \${words[CURRENT]} == -* ]]; then
    kind=option
    case "$command" in
${flags.join('\n')}
    esac
  else
    case "$command $at" in
${slots.join('\n')}
    esac
  fi
  if [[ $kind == option ]]; then _describe -o option next
  elif (( \${#next} )); then _describe $kind next; fi
  if [[ -n $refs ]]; then
    next=(\${(f)"$(pawl __refs $refs 2>/dev/null)"})
    if (( \${#next} )); then compadd -a next; fi
  fi
  case "$paths" in
    files) _files ;;
    folders) _files -/ ;;
  esac
}
if [[ \${funcstack[1]} == _pawl ]]; then _pawl "$@"; else compdef _pawl pawl; fi
`;
}
