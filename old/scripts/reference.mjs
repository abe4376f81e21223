// Writes docs/reference/cli.md from the command table. A test holds the page to the table.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

const entry = `.reference.${process.pid}.mjs`;
try {
  await build({
    stdin: {
      contents: `import { referencePage } from './src/surfaces/cli/manual/reference.ts';
        import { sections } from './src/surfaces/cli/table.ts';
        export const page = referencePage(sections);`,
      resolveDir: '.',
      loader: 'ts',
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: entry,
    logLevel: 'warning',
  });
  const { page } = await import(`../${entry}`);
  mkdirSync('docs/reference', { recursive: true });
  writeFileSync('docs/reference/cli.md', page);
} finally {
  rmSync(entry, { force: true });
}
