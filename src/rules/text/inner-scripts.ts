// What a command hands on to be run: the script of a shell, what `find -exec` starts. Pure.

const shells: ReadonlySet<string> = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash', 'fish']);
/** Programs whose arguments are scripts, or commands in words. */
const runners: ReadonlySet<string> = new Set(['eval', 'watch', 'parallel', 'script', 'su', 'runuser', 'trap', 'ssh']);

/**
 * Gives a program's name without its folder.
 * @param word as it is called
 * @returns e.g. `git` for `/usr/bin/git`
 */
export function nameOf(word: string): string {
  return (word.split(/[/\\]/).at(-1) ?? word).replace(/\.exe$/i, '');
}

/**
 * Tells whether a program is a shell.
 * @param program as it is called
 * @returns true for `/bin/sh`
 */
export function isShell(program: string): boolean {
  return shells.has(nameOf(program));
}

/**
 * Tells whether a command runs what it reads.
 * @param command its words
 * @returns true for `sh`, `bash -s` and `source <(…)`, false for `sh file`
 */
export function readsStdin([program = '', ...args]: readonly string[]): boolean {
  if (args.includes('/dev/stdin')) return isShell(program) || isSource(program);
  if (isSource(program)) return args.length === 0;
  return isShell(program) && (args.includes('-s') || args.every((arg) => arg.startsWith('-') && !isScriptOption(arg)));
}

function isSource(program: string): boolean {
  return program === 'source' || program === '.';
}

function isScriptOption(arg: string): boolean {
  return /^-[a-zA-Z]*c[a-zA-Z]*$/.test(arg);
}

/**
 * Finds the scripts that a command runs.
 * @param command its words
 * @returns their texts
 */
export function innerScripts([program = '', ...args]: readonly string[]): readonly string[] {
  const name = nameOf(program);
  if (name === 'eval') return [args.join(' ')];
  if (runners.has(name)) return [args.join(' '), ...args.filter((arg) => /\s/.test(arg))];
  if (name === 'find' || name === 'fd') return executed(args);
  if (/^(?:npx|npm|pnpm|pnpx)$/.test(name)) return called(args);
  if (!shells.has(name)) return [];
  const at = args.findIndex(isScriptOption);
  const script = at < 0 ? undefined : args.slice(at + 1).find((arg) => !arg.startsWith('-'));
  return script === undefined ? [] : [script];
}

/** `npx -c 'git push'`, `npm exec --call='git push'`. */
function called(args: readonly string[]): readonly string[] {
  return args.flatMap((arg, at) => {
    if (arg === '-c' || arg === '--call') return args.slice(at + 1, at + 2);
    return arg.startsWith('--call=') ? [arg.slice('--call='.length)] : [];
  });
}

/** `find . -exec git push {} \;`, of which there may be several. */
function executed(args: readonly string[]): readonly string[] {
  return args.flatMap((arg, at) => {
    if (!/^(?:-exec|-execdir|-ok|-okdir|-x|-X|--exec|--exec-batch)$/.test(arg)) return [];
    const rest = args.slice(at + 1);
    const end = rest.findIndex((word) => word === ';' || word === '+');
    return [rest.slice(0, end < 0 ? undefined : end).join(' ')];
  });
}
