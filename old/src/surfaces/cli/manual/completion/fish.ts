// The completion script for fish.

import { singleQuoted } from '../../../../rules/text/shell-quote.js';
import { knownSlots, nameMatches, valuedOptions, type Words } from './words.js';

const meant = (meaning: string): string => (meaning === '' ? '' : ` -d ${singleQuoted(meaning)}`);

/** fish offers folders through a function of its own. */
const folders = `-a '(__fish_complete_directories)'`;

function optionLines({ name, options }: Words): readonly string[] {
  const head = `complete -c pawl -n ${singleQuoted(`__pawl_at ${fishWord(name)}`)}`;
  return options.map(([long, option]) => {
    const short = option.short === undefined ? '' : ` -s ${option.short}`;
    const { choices = [] } = option;
    const offered = choices.length === 0 ? '' : ` -a ${singleQuoted(choices.join(' '))}`;
    const paths = option.paths === 'folders' ? ` ${folders}` : '';
    const kind = option.paths === 'files' ? ' -r -F' : ' -x';
    const value = option.type === 'boolean' ? '' : `${kind}${offered}${paths}`;
    return `${head} -l ${long}${short}${value}${meant(option.description)}`;
  });
}

/** A word inside the single-quoted condition. */
const fishWord = (text: string): string => `"${text}"`;

/**
 * Writes the script.
 * @param words what can follow each command
 * @returns the script
 */
export function fishScript(words: readonly Words[]): string {
  const slots = knownSlots(words).flatMap(({ name, at, isOpen, slot }) => {
    const head = `complete -c pawl -n ${singleQuoted(`__pawl_at ${fishWord(name)} ${at}${isOpen ? ' open' : ''}`)}`;
    const lines = slot.offers.map(([word, meaning]) => `${head} -a ${singleQuoted(word)}${meant(meaning)}`);
    if (slot.paths !== null) lines.push(`${head} ${slot.paths === 'files' ? '-F' : folders}`);
    if (slot.refs !== null) lines.push(`${head} -a ${singleQuoted(`(pawl __refs ${slot.refs} 2>/dev/null)`)}`);
    return lines;
  });
  const valued = valuedOptions(words).flatMap(({ matches }) => matches.map(singleQuoted));
  return `# fish completion for pawl, written by \`pawl completion fish\`
function __pawl_at --description 'Whether the cursor is at a command, and at its argument of that number'
  set -l command ''
  set -l at 0
  set -l skip ''
  set -l ended ''
  set -l tokens (commandline -opc)
  set -e tokens[1]
  for token in $tokens
    if test -n "$skip"
      set skip ''
      continue
    end
    if test -z "$ended"; and string match -q -- '-*' $token
      switch "$command $token"
        case '* --'
          set ended 1
        case ${valued.join(' ')}
          set skip 1
      end
      continue
    end
    switch "$command $token"
      case ${nameMatches(words).map(singleQuoted).join(' ')}
        if test $at -eq 0
          set command (string trim -- "$command $token")
          continue
        end
    end
    set at (math $at + 1)
  end
  test "$command" = "$argv[1]"; or return 1
  test (count $argv) -gt 1; or return 0
  test $at -eq $argv[2]; or test (count $argv) -gt 2 -a $at -gt $argv[2]
end
complete -c pawl -f
${[...slots, ...words.flatMap(optionLines)].join('\n')}
`;
}
