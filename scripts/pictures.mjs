// `node scripts/pictures.mjs`: the pictures of the dashboard in docs/pictures, made from real runs by the real program.
// Needs chromium at /usr/bin/chromium, or its path in CHROMIUM.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';

const program = path.resolve('dist/cli/pawl.cjs');
const root = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'pawl-pictures-')), 'shop');
process.on('exit', () => fs.rmSync(path.dirname(root), { recursive: true, force: true }));
fs.mkdirSync(root);
execFileSync('git', ['init', '-q'], { cwd: root });
const pawl = (...words) => execFileSync(process.execPath, [program, ...words], { cwd: root, stdio: 'ignore' });

pawl('phase', 'implement/login', 'schema', 'complete', '-s', 'Tables users and sessions exist; migration 004.');
pawl('phase', 'implement/login', 'api', 'in_progress');
pawl('phase', 'implement/login', 'api', 'failed', '--error', 'POST /login answers 500 in src/login.ts:45');
pawl(
  'note',
  'implement/login',
  '--goal',
  'Add a login page',
  '--decision',
  'Sessions in cookies: simpler',
  '--reject',
  'JWT',
);
pawl('phase', 'design/search', 'research', 'complete', '-s', 'Three engines compared.');
pawl('phase', 'design/search', 'planning', 'in_progress');
pawl(
  'workflow',
  'start',
  'orchestrate',
  'shop',
  '--description',
  'Build the shop',
  ...['plan', 'build', 'test'].flatMap((name) => ['--phase-name', name]),
);
pawl('workflow', 'advance', 'orchestrate/shop', '-s', 'The plan is in specs/shop.md.');
pawl(
  'pipeline',
  'init',
  'PRD-009',
  '--title',
  'Cashier workflows',
  ...['WS1', 'WS2', 'WS3', 'WS4'].flatMap((id) => ['--workstream', id]),
  '--gate',
  'lint',
);
pawl('pipeline', 'start', 'PRD-009', 'WS1', 'WS2');
pawl('pipeline', 'done', 'PRD-009', 'WS1', '-s', 'The tables exist.');
pawl('phase', 'research/payments', 'discovery', 'complete');
pawl('complete', 'research/payments');

const server = spawn(process.execPath, [program, 'ui', '--no-open'], { cwd: root });
const [said] = await once(server.stdout, 'data');
const [address] = /http\S+/.exec(String(said));
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args });
fs.mkdirSync('docs/pictures', { recursive: true });
for (const colorScheme of ['light', 'dark']) {
  const page = await browser.newPage({ viewport: { width: 1180, height: 760 }, colorScheme });
  await page.goto(address);
  await page.locator('#waiting').waitFor();
  await page.waitForTimeout(800);
  await page.screenshot({ path: `docs/pictures/front-${colorScheme}.png` });
  await page.locator('a[href*="implement"]').first().click();
  await page.getByRole('heading', { name: 'Timeline' }).waitFor();
  await page.waitForTimeout(800);
  await page.screenshot({ path: `docs/pictures/run-${colorScheme}.png` });
}
await browser.close();
server.kill();
