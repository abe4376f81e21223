// `completion`: a script for the shell, and the candidates that it asks for. The scripts know nothing about commands, so they
// never go out of date: they call `pawl completion SHELL -- WORD…`, which answers from the table.

import { listRuns } from '../runs/list.js';
import { type Argument, type Command, type Option, type Surroundings, command } from './command.js';

const scripts: Readonly<Record<string, string>> = {
  bash: `_pawl() {
  local IFS=$'\\n'
  COMPREPLY=($(pawl completion bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _pawl pawl`,
  zsh: `#compdef pawl
_pawl() {
  local -a found
  found=("\${(@f)$(pawl completion zsh -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "\${found[*]}" ]]; then compadd -Q -a found; else _files; fi
}
compdef _pawl pawl`,
  fish: `function __pawl_candidates
  set -l words (commandline -opc) (commandline -ct)
  set -l found (pawl completion fish -- $words[2..] 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c pawl -f -a '(__pawl_candidates)'`,
  powershell: `Register-ArgumentCompleter -Native -CommandName pawl -ScriptBlock {
  param($word, $ast, $cursor)
  $words = @($ast.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  if ($word -eq '') { $words += '' }
  pawl completion powershell -- @words 2>$null | ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }
}`,
};

const places = {
  bash: 'eval "$(pawl completion bash)" in ~/.bashrc',
  zsh: 'eval "$(pawl completion zsh)" in ~/.zshrc, after compinit',
  fish: 'pawl completion fish > ~/.config/fish/completions/pawl.fish',
  powershell: 'pawl completion powershell | Out-String | Invoke-Expression in $PROFILE',
};

/** Makes the command; the table is asked only when it runs. */
export function completionCommand(table: () => readonly Command[]): Command {
  return command({
    name: 'completion',
    needsProject: false,
    group: 'agents',
    about: 'Print a completion script for your shell',
    details: `Add it to your shell:\n${Object.values(places).join('\n')}`,
    args: [
      { name: 'SHELL', about: 'Your shell', choices: { of: Object.keys(scripts), noun: 'shell' } },
      {
        name: 'WORD',
        about: 'The words typed so far; prints what the last one can become',
        isOptional: true,
        isRest: true,
      },
    ],
    options: {},
    async run({ args: [shell = '', ...typed], ...around }) {
      if (typed.length === 0) return { text: scripts[shell] ?? '' };
      const found = await candidates(table(), typed, around);
      return { text: found.join('\n'), json: { ok: true, candidates: found } };
    },
  });
}

/** What the last word can become; nothing where the shell should offer files. */
async function candidates(
  table: readonly Command[],
  typed: readonly string[],
  around: Surroundings,
): Promise<readonly string[]> {
  const last = typed.at(-1) ?? '';
  const before = typed.slice(0, -1);
  const begun = (words: readonly string[]): string[] =>
    [...new Set(words)].filter((word) => word.startsWith(last)).sort();
  const found =
    table.find(({ name }) => name === before.slice(0, 2).join(' ')) ?? table.find(({ name }) => name === before[0]);
  if (found === undefined || isHalf(table, before)) {
    const shown = table.filter(({ isInternal }) => isInternal !== true).map(({ name }) => name.split(' '));
    const fitting = shown.filter((words) => before.every((word, index) => words[index] === word));
    return begun(fitting.flatMap((words) => words[before.length] ?? []));
  }
  const rest = before.slice(found.name.split(' ').length);
  const option = optionOf(found, rest.at(-1) ?? '');
  if (option?.value !== undefined) return begun(await valuesOf(option, around));
  if (last.startsWith('-'))
    return begun(['--json', '--help', ...Object.keys(found.options).map((name) => `--${name}`)]);
  if (found.name === 'help') return begun(table.flatMap(({ name }) => name.split(' ')[0] ?? []));
  const given = rest.filter(
    (word, index) => !word.startsWith('-') && optionOf(found, rest[index - 1] ?? '')?.value === undefined,
  );
  const argument = found.args[given.length];
  return argument === undefined ? [] : begun(await valuesOf(argument, around));
}

/** `workflow` alone: the second word of the command is still missing. */
function isHalf(table: readonly Command[], before: readonly string[]): boolean {
  return before.length === 1 && table.some(({ name }) => name.startsWith(`${before[0]} `));
}

function optionOf({ options }: Command, word: string): Option | undefined {
  const name = Object.keys(options).find((one) => word === `--${one}` || word === `-${options[one]?.short}`);
  return name === undefined ? undefined : options[name];
}

async function valuesOf(
  { choices, complete }: Argument | Option,
  { project }: Surroundings,
): Promise<readonly string[]> {
  if (choices !== undefined) return choices.of;
  return complete === 'ref' ? (await listRuns(project(), { all: true })).map(({ ref }) => ref) : [];
}
