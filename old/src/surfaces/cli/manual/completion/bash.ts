// The completion script for bash.

import { singleQuoted } from '../../../../rules/text/shell-quote.js';
import { knownSlots, nameMatches, type Slot, spellings, valuedOptions, type Words } from './words.js';

const action = ({ offers, paths, refs }: Slot): string =>
  [
    `next=${singleQuoted(offers.map(([word]) => word).join(' '))}`,
    ...(paths === null ? [] : [`paths=${paths === 'files' ? '-f' : '-d'}`]),
    ...(refs === null ? [] : [`refs=${refs}`]),
  ].join('; ');

/**
 * Writes the script.
 * @param words what can follow each command
 * @returns the script
 */
export function bashScript(words: readonly Words[]): string {
  const valued = valuedOptions(words);
  const values = valued.map(({ matches, slot }) => `    ${matches.map(singleQuoted).join('|')}) ${action(slot)} ;;`);
  const slots = knownSlots(words).map(
    ({ name, at, isOpen, slot }) =>
      `    ${singleQuoted(`${name} ${at}`)}${isOpen ? `|${singleQuoted(`${name} `)}[0-9]*` : ''}) ${action(slot)} ;;`,
  );
  const flags = words.map(
    (one) => `    ${singleQuoted(one.name)}) next=${singleQuoted(one.options.flatMap(spellings).join(' '))} ;;`,
  );
  return `# bash completion for pawl, written by \`pawl completion bash\`
_pawl() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD - 1]}"
  local command='' at=0 skip='' ended='' front='' next='' paths='' refs='' token i
  # Readline cuts --option=value into three words.
  if [[ $word == '=' ]]; then word=''
  elif [[ $before == '=' ]]; then before="\${COMP_WORDS[COMP_CWORD - 2]}"
  elif [[ $word == --*=* ]]; then front="\${word%%=*}=" before="\${word%%=*}" word="\${word#*=}"; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    token="\${COMP_WORDS[i]}"
    if [[ $token == '=' ]]; then skip=1; continue; fi
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
        if [[ $at == 0 ]]; then command="\${command:+$command }$token"; continue; fi ;;
    esac
    at=$((at + 1))
  done
  if [[ -n $skip || -n $front || \${COMP_WORDS[COMP_CWORD]} == '=' || \${COMP_WORDS[COMP_CWORD - 1]} == '=' ]]; then
    case "$command $before" in
${values.join('\n')}
    esac
  elif [[ -z $ended && $word == -* ]]; then
    case "$command" in
${flags.join('\n')}
    esac
  else
    case "$command $at" in
${slots.join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$next" -- "$word"))
  if [[ -n $paths ]]; then
    local IFS=$'\\n'
    compopt -o filenames 2>/dev/null
    COMPREPLY+=($(compgen "$paths" -- "$word"))
  fi
  # Names of runs come from files: they are quoted, and never expanded.
  if [[ -n $refs ]]; then
    while IFS= read -r token; do
      if [[ $token == "$word"* ]]; then printf -v token '%q' "$token"; COMPREPLY+=("$token"); fi
    done < <(pawl __refs "$refs" 2>/dev/null)
  fi
  if [[ -n $front ]]; then COMPREPLY=("\${COMPREPLY[@]/#/$front}"); fi
}
complete -F _pawl pawl
`;
}
