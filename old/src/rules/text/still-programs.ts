// Which programs before a `git push` on the same line leave alone what it sends: those that only look, test, build or edit
// files. Whatever else is started there may commit or check something out. Pure.

import { innerScripts, nameOf } from './inner-scripts.js';
import type { SimpleCommand } from './split-script.js';

/** Words of the shell, and programs that know nothing of commits. */
const plain: ReadonlySet<string> = new Set(
  (
    '> cd pushd popd pwd true false : test [ [[ export unset set shopt local declare typeset readonly read let shift return ' +
    'exit break continue wait jobs kill trap umask ulimit alias type which hash for do done fi elif case esac select function } ' +
    'sleep date cat echo printf ls tree stat file du df head tail wc grep egrep fgrep rg ag ack sed awk gawk cut sort uniq tr ' +
    'tee diff cmp comm jq yq find fd mkdir rmdir touch rm cp mv ln chmod realpath readlink basename dirname seq uname whoami id ' +
    'hostname ps env printenv less more man curl wget tar zip unzip gzip shasum sha256sum md5sum ssh-add ssh-agent ssh-keygen ' +
    'ssh-keyscan gpg gpgconf nvm fnm gh pawl clear ' +
    // Checks.
    'tsc eslint prettier biome oxlint stylelint jest vitest mocha ava tap playwright cypress knip publint depcheck markdownlint ' +
    'pytest py.test mypy ruff black isort flake8 pylint pyright bandit coverage rspec rubocop phpunit phpstan psalm ctest ' +
    'golangci-lint gofmt staticcheck shellcheck hadolint yamllint actionlint swiftlint ktlint clang-format clang-tidy'
  ).split(' '),
);
/** What a script or target is called that only tests or builds. */
const checking =
  '(?:all|test|tests|spec|lint|check|checks|build|compile|type-?check|types|tsc|format|fmt|verify|validate|ci|cov|coverage|e2e|unit|integration|smoke|audit|clean|docs|eslint|prettier|biome|vet)(?:[:._-][\\w:.-]*)?';

/** Programs that do many things, in the forms that test or build. Options stand anywhere. */
const forms: readonly RegExp[] = [
  new RegExp(
    `^(?:npm|pnpm|yarn|bun)(?: (?:run|run-script))? (?:t|${checking}|install|i|ls|why|outdated)(?: (?!version\\b|publish\\b).*)?$`,
  ),
  new RegExp(
    `^(?:make|just|task|rake|gradle|gradlew|mvn|mvnw|nx|turbo|tox|nox|dotnet|mix|composer)(?: (?:run )?${checking})*$`,
  ),
  /^cargo (?:test|nextest|check|build|clippy|fmt|doc|audit|bench)(?: .*)?$/,
  /^go (?:test|vet|build|fmt|mod|list|version|env)(?: .*)?$/,
  /^(?:python|pypy)[\d.]* -m (?:pytest|unittest|mypy|ruff|black|isort|flake8|pylint|compileall|coverage|build)(?: .*)?$/,
  /^node (?:--test|--check|-c|--version|-v)(?: .*)?$/,
  /^(?:source|\.) (?:.*\/)?(?:activate|nvm\.sh|\.env[\w.]*|\.\w*(?:rc|profile))$/,
  /^deno (?:test|check|lint|fmt)(?: .*)?$/,
];
/** What runs a program that is installed with the project. */
const starters =
  /^(?:npx|bunx|pnpx|(?:npm|pnpm|yarn|bun) (?:exec|dlx|x)|(?:poetry|uv|pipenv|hatch|rye) run|bundle exec) (?:(?:--|-y|--yes|--no|--no-install) )*/;
/** Options that say where, and take a word of their own. */
const placing = / (?:--filter|--workspace|--prefix|--dir|--cwd|-w|-F|-C|-j) \S+/g;
/** Forms of them that commit, or check something out. */
const moving = /^(?:gh (?:pr (?:checkout|merge)|repo sync|co)|pawl restore)\b/;

/**
 * Tells whether a program leaves commits and branches alone.
 * @param command its words
 * @returns false for those that nobody knows, and for scripts in files
 */
export function leavesRefs(command: SimpleCommand): boolean {
  const [program = '', ...args] = command;
  // Refs are files.
  if (args.some((arg) => /(?:^|[/=])\.git(?:\/|$)/.test(arg))) return false;
  const line = [nameOf(program), ...args].join(' ').replace(starters, '');
  const [name = ''] = line.split(' ', 1);
  if (moving.test(line)) return false;
  if (plain.has(name)) return true;
  const words = line
    .replace(placing, '')
    .split(' ')
    .filter((word) => !/^\w+=|^-(?!-(?:test|check|version)$|[mcv]$)/.test(word));
  // What a shell is given in words is read by itself.
  return forms.some((form) => form.test(words.join(' '))) || (!/\s/.test(program) && innerScripts(command).length > 0);
}
