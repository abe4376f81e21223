// Writes docs/reference.md, docs/specs.md and docs/errors/*.md from the tables of commands, spec fields and error codes. --check only compares.
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const note = '<!-- Written by scripts/docs.mjs. Change the tables in src/ and run it again. -->';
const exitCodes = {
  0: 'done',
  1: 'failed',
  2: 'wrong usage',
  3: 'not found',
  4: 'conflict: someone else changed the same',
  5: 'the store is unavailable',
  6: 'blocked, or a decision is needed',
};

async function loadTables() {
  const folder = mkdtempSync(path.join(tmpdir(), 'pawl-docs-'));
  const outfile = path.join(folder, 'tables.mjs');
  const contents = `export { commands } from './src/cli/table.ts';
    export { aboutOf, groups, usageOf } from './src/cli/command.ts';
    export { commonOptions } from './src/cli/help.ts';
    export { specFields } from './src/formats/spec-fields.ts';
    export { errorCodes } from './src/base/errors.ts';`;
  try {
    const define = { PAWL_VERSION: '""' };
    const stdin = { contents, resolveDir: '.', loader: 'ts' };
    await build({
      stdin,
      outfile,
      define,
      bundle: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'warning',
      mainFields: ['module', 'main'],
    });
    return await import(pathToFileURL(outfile));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const { aboutOf, commands, groups, usageOf, commonOptions, errorCodes, specFields } = await loadTables();

function line(cells) {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function table(head, rows) {
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function errorPage(code) {
  const { about, fix, exitCode } = errorCodes[code];
  return `# ${code}\n\n${note}\n\n${about}\n\n${fix}\n\nExit code of the program: ${exitCode} (${exitCodes[exitCode]}).\n`;
}

function commandPart(spec) {
  const { name, about, args, options, details, examples = [] } = spec;
  const argRows = args.map((one) => [`\`${one.name}\``, aboutOf(one)]);
  const optionRows = Object.entries(options).map(([name, option]) => {
    const { value, short } = option;
    const long = `\`--${name}${value === undefined ? '' : ` ${value}`}\``;
    return [short === undefined ? long : `\`-${short}\`, ${long}`, aboutOf(option)];
  });
  const rows = [...argRows, ...optionRows];
  return [
    `### pawl ${name}`,
    `${about}.`,
    `\`\`\`\npawl ${usageOf(spec)}\n\`\`\``,
    ...(details === undefined ? [] : [details.replaceAll('\n', '  \n')]),
    ...(rows.length === 0 ? [] : [table(['', 'meaning'], rows)]),
    ...(examples.length === 0 ? [] : [`\`\`\`sh\n${examples.map((line) => `pawl ${line}`).join('\n')}\n\`\`\``]),
  ].join('\n\n');
}

function reference() {
  const parts = Object.entries(groups).flatMap(([group, title]) => {
    const members = commands.filter((one) => one.group === group && one.isInternal !== true);
    return members.length === 0 ? [] : [`## ${title}`].concat(members.map(commandPart));
  });
  const codes = Object.entries(errorCodes).map(([code, { about, exitCode }]) => {
    return [`[${code}](errors/${code}.md)`, String(exitCode), about];
  });
  return `${[
    '# Commands',
    note,
    '`pawl help COMMAND` shows the same. A run is named like `implement`, `implement/auth`, `PRD-009` or `orchestrate/auth_system`.',
    table(
      ['every command takes', ''],
      commonOptions.map(([option, about]) => [`\`${option}\``, about]),
    ),
    'With `--json`, an error is `{"ok": false, "error": {"code", "message", "hint"}}`.',
    table(['exit code', 'meaning'], Object.entries(exitCodes)),
    ...parts,
    '## Error codes',
    table(['code', 'exit code', 'meaning'], codes),
  ].join('\n\n')}\n`;
}

function specPage() {
  const kinds = {
    text: 'text',
    list: 'text or list',
    parts: 'map or list',
    duration: 'duration',
    switch: 'true or false',
  };
  const tables = Object.entries(specFields).map(([kind, fields]) => {
    const rows = Object.entries(fields).map(([name, { is, also = [], about }]) => {
      return [`\`${name}\``, kinds[is], about, also.map((one) => `\`${one}\``).join(', ')];
    });
    return `## Fields of a ${kind}\n\n${table(['field', 'value', 'meaning', 'also read as'], rows)}`;
  });
  const example = readFileSync('templates/execution-spec.md', 'utf8');
  const filled = example
    .replaceAll('{ID}', 'PRD-009')
    .replace('{TITLE}', '"Cashier Workflows"')
    .replace('{HEADING}', 'Cashier Workflows');
  return `${[
    '# Specs',
    note,
    'A spec says what a pipeline builds: a Markdown file whose YAML front matter is for pawl, and whose text is for whoever does the work. ' +
      '`pawl pipeline new TITLE` writes one to fill in, `pawl pipeline check SPEC` lists every problem with its line and a fix, `pawl pipeline graph SPEC` draws it.',
    `\`\`\`markdown\n${filled}\`\`\``,
    ...tables,
    '## Rules',
    [
      '- Every workstream is in one phase. Without `execution_phases`, the phases follow from the dependencies.',
      '- A phase begins when the phases before it are complete and their gates have passed. In a phase, workstreams run in parallel where their dependencies allow it.',
      '- A gate of a workstream is checked for that workstream, a gate of a phase once for the phase. A gate that nothing names is checked at the end.',
      '- A gate without a command passes when somebody says so; with `type: manual`, only a person can approve it.',
      '- `checks` of a gate are run where each has a `command`; otherwise they are words.',
      '- The text below a heading that begins with the id of a workstream (`## WS1: …`), or is its name, belongs to that workstream. When it changes, the workstream has to be done again.',
      '- A spec is found by its id in `docs/`, `specs/`, `.claude/` and the root, in files named `EXECUTION-SPEC*.md` or like the id. A run that was begun from a spec follows it; `pawl pipeline note ID --spec FILE` names another one.',
    ].join('\n'),
    'For completion in an editor: `dist/schemas/spec.json` is the JSON Schema of the front matter.',
  ].join('\n\n')}\n`;
}

function isCurrent(file, text) {
  try {
    return readFileSync(file, 'utf8') === text;
  } catch {
    return false;
  }
}

const pages = new Map([
  ['docs/reference.md', reference()],
  ['docs/specs.md', specPage()],
  ...Object.keys(errorCodes).map((code) => [`docs/errors/${code}.md`, errorPage(code)]),
]);

mkdirSync('docs/errors', { recursive: true });
const extra = readdirSync('docs/errors')
  .map((name) => `docs/errors/${name}`)
  .filter((file) => !pages.has(file));
if (process.argv.includes('--check')) {
  const old = [...pages].filter(([file, text]) => !isCurrent(file, text)).map(([file]) => file);
  if (old.length + extra.length > 0) {
    console.error(`Out of date: ${[...old, ...extra].join(', ')}. Run \`npm run docs\`.`);
    process.exitCode = 1;
  }
} else {
  for (const file of extra) rmSync(file);
  for (const [file, text] of pages) writeFileSync(file, text);
}
