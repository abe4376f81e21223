// `npm run bench`: every figure that the documents quote. Options: names of scenarios, --quick, --peers, --rounds=N,
// --json=FILE. Ratios within one run count; absolute times are the machine's.
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { spawnSync } from 'node:child_process';

if (process.env.NODE_EXTRA_CA_CERTS !== undefined) {
  // Node 20 parses that file at every start, which would hide what is measured: start again without it.
  const env = { ...process.env };
  delete env.NODE_EXTRA_CA_CERTS;
  process.exit(spawnSync(process.execPath, process.argv.slice(1), { stdio: 'inherit', env }).status ?? 1);
}
if (!existsSync('dist/index.mjs')) {
  console.error('dist/ is missing: run `npm run build` first.');
  process.exit(2);
}

const args = process.argv.slice(2);
const option = (name) => args.find((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`));
const quick = option('quick') !== undefined;
const rounds = Number(option('rounds')?.split('=')[1] ?? (quick ? 15 : 101));
const wanted = args.filter((arg) => !arg.startsWith('--'));
const scenarios = readdirSync(new URL('scenarios', import.meta.url)).map((file) => file.replace('.mjs', ''));
const peers = option('peers') === undefined ? null : await (await import('./peers.mjs')).loadPeers();

console.log(
  `Node ${process.version}, ${os.cpus().length} cores, ${os.platform()}; ${rounds} rounds, medians (quartiles), ratios within this run`,
);
const all = [];
for (const name of scenarios.filter((one) => wanted.length === 0 || wanted.includes(one))) {
  const { run } = await import(`./scenarios/${name}.mjs`);
  all.push(...(await run({ rounds, quick, peers })));
}
const file = option('json')?.split('=')[1];
if (file !== undefined) writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`);
const missed = all.filter((one) => one.target !== null && one.ratio !== null && one.ratio > one.target);
console.log(
  missed.length === 0
    ? '\nEvery target was reached.'
    : `\nMissed: ${missed.map((one) => `${one.title} (${one.ratio.toFixed(2)}×, target ${one.target}×)`).join('; ')}`,
);
