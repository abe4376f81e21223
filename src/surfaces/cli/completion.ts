// Completion scripts for shells, written from the command table. They hold all names, so that completing starts no process.

import { type CommandRow, globalOptions, type OptionRow } from './row.js';
import type { shells } from './table.js';

/** What can follow a command; the empty name is the program itself. */
interface Words {
  readonly name: string;
  readonly options: readonly (readonly [name: string, option: OptionRow])[];
  /** What the first argument can be, with what it means. */
  readonly next: readonly (readonly [word: string, meaning: string])[];
}

/** Commands by what is typed: each row, and the first words of rows that have two. */
function wordsOf(rows: readonly CommandRow[]): readonly Words[] {
  const firsts = [...new Set(rows.map((row) => row.name.split(' ')[0] ?? ''))];
  const meaning = (first: string): string => rows.find((row) => row.name === first)?.summary ?? `${first} commands`;
  const commands = firsts.map((first) => [first, meaning(first)] as const);
  const subcommands = (first: string): Words['next'] =>
    rows
      .filter((row) => row.name.startsWith(`${first} `))
      .map((row) => [row.name.slice(first.length + 1), row.summary] as const);
  const ofRows = rows.map((row): Words => {
    const options = Object.entries({ ...row.options, ...globalOptions }).filter(([, option]) => option.hidden !== true);
    const choices = (row.positionals?.[0]?.choices ?? []).map((choice) => [choice, ''] as const);
    return { name: row.name, options, next: row.name === 'help' ? commands : [...choices, ...subcommands(row.name)] };
  });
  const ofGroups = firsts
    .filter((first) => !rows.some((row) => row.name === first))
    .map((name): Words => ({ name, options: Object.entries(globalOptions), next: subcommands(name) }));
  return [{ name: '', options: Object.entries(globalOptions), next: commands }, ...ofRows, ...ofGroups];
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Matches `$command $word` when the word belongs to the command's name. */
function nameCases(words: readonly Words[]): string {
  const names = words.filter(({ name }) => name !== '').map(({ name }) => (name.includes(' ') ? name : ` ${name}`));
  return names.map(quoted).join('|');
}

/** The options that take one of a few values, as `command --option` and the values. */
function choiceCases(words: readonly Words[]): readonly (readonly [string, readonly string[]])[] {
  return words.flatMap(({ name, options }) =>
    options.flatMap(([option, { choices }]) =>
      choices === undefined ? [] : [[quoted(`${name} --${option}`), choices] as const],
    ),
  );
}

const flagsOf = ({ options }: Words): string =>
  options.flatMap(([name, { short }]) => [`--${name}`, ...(short === undefined ? [] : [`-${short}`])]).join(' ');

function bash(words: readonly Words[]): string {
  const choices = choiceCases(words).map(
    ([match, values]) => `    ${match}) COMPREPLY=($(compgen -W ${quoted(values.join(' '))} -- "$word")); return ;;`,
  );
  const cases = words.map((one) => {
    const next = one.next.map(([word]) => word).join(' ');
    return `    ${quoted(one.name)}) flags=${quoted(flagsOf(one))}; next=${quoted(next)} ;;`;
  });
  return `# bash completion for pawl, written by \`pawl completion bash\`
_pawl() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD - 1]}" command='' rest='' flags='' next='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${COMP_WORDS[i]}" in -*) continue ;; esac
    case "$command \${COMP_WORDS[i]}" in
      ${nameCases(words)}) command="\${command:+$command }\${COMP_WORDS[i]}" ;;
      *) rest=1 ;;
    esac
  done
  case "$command $before" in
${choices.join('\n')}
  esac
  case "$command" in
${cases.join('\n')}
  esac
  if [[ $word == -* ]]; then COMPREPLY=($(compgen -W "$flags" -- "$word"))
  elif [[ -n $next && -z $rest ]]; then COMPREPLY=($(compgen -W "$next" -- "$word"))
  else COMPREPLY=($(compgen -f -- "$word")); fi
}
complete -o filenames -F _pawl pawl
`;
}

/** zsh writes a word and its meaning with a colon between them. */
const described = ([word, meaning]: readonly [string, string]): string =>
  quoted(meaning === '' ? word : `${word}:${meaning.replaceAll(':', '\\:')}`);

function zsh(words: readonly Words[]): string {
  const choices = choiceCases(words).map(
    ([match, values]) => `    ${match}) compadd -- ${values.join(' ')}; return ;;`,
  );
  const cases = words.map((one) => {
    const flags = one.options.map(([name, { description }]) => described([`--${name}`, description]));
    return `    ${quoted(one.name)}) flags=(${flags.join(' ')}); next=(${one.next.map(described).join(' ')}) ;;`;
  });
  return `#compdef pawl
# zsh completion for pawl, written by \`pawl completion zsh\`
_pawl() {
  local command='' rest='' i
  local -a flags next
  for ((i = 2; i < CURRENT; i++)); do
    case "\${words[i]}" in -*) continue ;; esac
    case "$command \${words[i]}" in
      ${nameCases(words)}) command="\${command:+$command }\${words[i]}" ;;
      *) rest=1 ;;
    esac
  done
  case "$command \${words[CURRENT - 1]}" in
${choices.join('\n')}
  esac
  case "$command" in
${cases.join('\n')}
  esac
  if [[ \${words[CURRENT]} == -* ]]; then _describe -o option flags
  elif (( \${#next} )) && [[ -z $rest ]]; then _describe command next
  else _files; fi
}
if [[ \${funcstack[1]} == _pawl ]]; then _pawl "$@"; else compdef _pawl pawl; fi
`;
}

/** When fish offers what follows a command. */
const condition = (name: string): string =>
  name === ''
    ? '__fish_use_subcommand'
    : name
        .split(' ')
        .map((word) => `__fish_seen_subcommand_from ${word}`)
        .join('; and ');

const meant = (meaning: string): string => (meaning === '' ? '' : ` -d ${quoted(meaning)}`);

function fish(words: readonly Words[]): string {
  const lines = words.flatMap((one) => {
    const head = `complete -c pawl -n ${quoted(condition(one.name))}`;
    const next = one.next.map(([word, meaning]) => `${head} -f -a ${quoted(word)}${meant(meaning)}`);
    const options = one.options.map(([name, option]) => {
      const short = option.short === undefined ? '' : ` -s ${option.short}`;
      const value =
        option.type === 'boolean'
          ? ''
          : ` -r${option.choices === undefined ? '' : ` -f -a ${quoted(option.choices.join(' '))}`}`;
      return `${head} -l ${name}${short}${value}${meant(option.description)}`;
    });
    return [...next, ...options];
  });
  return `# fish completion for pawl, written by \`pawl completion fish\`\n${lines.join('\n')}\n`;
}

const writers: Readonly<Record<(typeof shells)[number], (words: readonly Words[]) => string>> = { bash, zsh, fish };

/**
 * Writes the completion script of a shell.
 * @param shell which shell
 * @param rows the command table
 * @returns the script
 */
export function completionScript(shell: (typeof shells)[number], rows: readonly CommandRow[]): string {
  return writers[shell](wordsOf(rows));
}
