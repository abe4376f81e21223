// A real browser on the real dashboard: `pawl ui` in a repository of its own.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { after } from 'node:test';
import { type Browser, type BrowserContextOptions, type Page, chromium } from 'playwright-core';
import { type Repository, personEnv, program } from '../support/cli.js';

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) =>
  fs.existsSync(file),
);
/** Why browser tests are skipped here; false when they run. */
export const lacksBrowser: string | false = executablePath === undefined ? 'needs chromium' : false;

let launched: Promise<Browser> | undefined;

function browser(): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];
  const more = ['--disable-component-update', '--disable-sync'];
  launched ??= chromium.launch({ executablePath: executablePath ?? '', args: [...args, ...more] });
  return launched;
}
after(async () => (await launched)?.close());

/** Starts `pawl ui` until the test ends; gives its address. */
export async function startUi(repository: Repository, ...options: readonly string[]): Promise<string> {
  const args = [program, 'ui', '--no-open', '--json', ...options];
  const child = spawn(process.execPath, args, { cwd: repository.root, env: personEnv(), stdio: 'pipe' });
  after(() => child.kill('SIGKILL'));
  const [line] = await once(child.stdout, 'data');
  const { address }: { address: string } = JSON.parse(String(line));
  return address;
}

/** A page that must not complain. `check` ends it. */
export class Tab {
  readonly page: Page;
  readonly complaints: string[] = [];
  readonly requests: string[] = [];

  private constructor(page: Page) {
    this.page = page;
    page.on('console', (message) => message.type() === 'error' && this.complaints.push(message.text()));
    page.on('pageerror', (error) => this.complaints.push(String(error)));
    page.on('dialog', (dialog) => {
      this.complaints.push(`a script said ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('request', (request) => this.requests.push(request.url()));
  }

  static async open(address: string, options: BrowserContextOptions = {}): Promise<Tab> {
    const context = await (await browser()).newContext({ locale: 'en-GB', ...options });
    const tab = new Tab(await context.newPage());
    await tab.page.goto(address);
    await tab.page.waitForSelector('main');
    return tab;
  }

  /** Opens a run by its link. */
  async openRun(ref: string): Promise<void> {
    await this.page.evaluate(`location.hash = ${JSON.stringify(`#/run/${encodeURIComponent(ref)}`)}`);
    await this.page.waitForSelector('.machine');
  }

  hash(): Promise<string> {
    return this.page.evaluate<string>('location.hash');
  }

  /** Serious findings of axe-core, and of a page that is wider than its window. */
  async findings(): Promise<readonly string[]> {
    await this.page.evaluate(fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
    const found = await this.page.evaluate<readonly string[]>(
      `axe.run().then(({ violations }) => violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html }) => html.slice(0, 200)).join(' ')))`,
    );
    const wide = await this.page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    return wide > 0 ? [...found, `wider than the window by ${wide}`] : found;
  }

  async close(): Promise<void> {
    await this.page.context().close();
    assert.deepEqual(this.complaints, []);
  }
}
