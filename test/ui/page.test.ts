// The dashboard's page in a real browser, on the real server and real stores.
import assert from 'node:assert/strict';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { test } from 'node:test';
import { Repository } from '../support/cli.js';
import { Tab, lacksBrowser, startUi } from './browser.js';

const skip = lacksBrowser;

/** A repository with a failed command, a pipeline with a spec, a finished run and a workflow. */
function projectWithRuns(): Repository {
  const repository = new Repository();
  const pawl = (...words: readonly string[]): string => repository.ok(words);
  repository.write('src/auth.ts', 'export const auth = 1;\n');
  pawl('phase', 'implement/auth', 'design', 'complete', '--summary', 'Sessions in cookies');
  pawl('phase', 'implement/auth', 'api', 'in_progress', '--next', 'Write the login route');
  pawl('note', 'implement/auth', '--decision', 'Cookies', '--reject', 'JWT in localStorage', '--goal', 'A login page');
  pawl('phase', 'implement/auth', 'api', 'failed', '--error', 'expected 200, got 500 in src/auth.ts:12');
  pawl('phase', 'research', 'read', 'complete', '--summary', 'Read everything');
  pawl('complete', 'research');
  pawl('pipeline', 'new', 'Cashier', '--id', 'PRD-009');
  pawl('pipeline', 'init', 'PRD-009');
  pawl('pipeline', 'start', 'PRD-009', 'WS1');
  pawl('workflow', 'start', 'orchestrate', 'shop', '--description', 'Open the shop', '--phases', '3');
  return repository;
}

test('the front page shows what waits first, and hides the token', { skip }, async () => {
  const tab = await Tab.open(await startUi(projectWithRuns()));
  const { page } = tab;
  assert.match(await page.locator('h1').innerText(), /2 runs are waiting for you/);
  assert.match(await page.title(), /^\(2\) pawl-test-\w+ · pawl$/);
  assert.equal(await tab.hash(), '#/runs');
  const waiting = await page.locator('.waiting').innerText();
  assert.match(
    waiting,
    /Decide[\s\S]*PRD-009[\s\S]*Failed[\s\S]*implement\/auth[\s\S]*src\/auth\.ts:12[\s\S]*revision 4/,
  );
  assert.deepEqual(await page.locator('.group h2').allInnerTexts(), ['Unfinished 1', 'Finished 1']);
  await tab.close();
});

test('filters are kept in the address, and an address brings them back', { skip }, async () => {
  const address = await startUi(projectWithRuns());
  const tab = await Tab.open(address);
  const { page } = tab;
  await page.keyboard.press('/');
  await page.keyboard.type('cash');
  await page.getByRole('button', { name: 'pipeline' }).click();
  await page.getByLabel('Age').selectOption('7');
  assert.equal(await tab.hash(), '#/runs?q=cash&family=pipeline&age=7');
  assert.deepEqual(await page.locator('main .ref').allInnerTexts(), ['PRD-009']);
  await tab.close();
  const other = await Tab.open(address.replace('#', '#/runs?family=command&status=finished&'));
  assert.deepEqual(await other.page.locator('.runs .ref').allInnerTexts(), ['research']);
  assert.equal(await other.hash(), '#/runs?family=command&status=finished');
  await other.close();
});

test('a run has its timeline, units, notes, failure, brief and command', { skip }, async () => {
  const repository = projectWithRuns();
  const tab = await Tab.open(await startUi(repository));
  const { page } = tab;
  await page.locator('.waiting li:has-text("implement/auth") a.title').click();
  await page.waitForSelector('.machine');
  const text = await page.locator('main').innerText();
  for (const part of ['Sessions in cookies', 'Cookies', 'JWT in localStorage', 'A login page', 'src/auth.ts:12'])
    assert.ok(text.includes(part), part);
  assert.equal(await page.locator('.timeline .attempt.failed').count(), 1);
  const brief = await page.locator('.brief').innerText();
  assert.ok(repository.ok('brief implement/auth').includes(brief.split('\n')[0] ?? '?'));
  assert.equal(await page.getByRole('button', { name: 'Copy the command that continues' }).count(), 1);
  await tab.openRun('PRD-009');
  await page.waitForSelector('.graph .node');
  assert.equal(await page.locator('.graph .node').count(), 2);
  await tab.close();
});

test('arrow keys go through the revisions, and each shows what changed', { skip }, async () => {
  const tab = await Tab.open(await startUi(projectWithRuns()));
  const { page } = tab;
  await tab.openRun('implement/auth');
  const at = page.locator('.machine .at');
  assert.match(await at.innerText(), /Revision 4 of 4\s+api failed/);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.waitForSelector('text=This is how it was at revision 2');
  assert.match(await at.innerText(), /Revision 2 of 4\s+api started\s+ada/);
  assert.match(await tab.hash(), /\?revision=2$/);
  await page.waitForSelector('h2:has-text("What changed in revision 2")');
  assert.match(await page.locator('.diff').innerText(), /phases › api › status[\s\S]*in_progress/);
  await page.getByLabel('Compare with').selectOption('4');
  assert.match(await tab.hash(), /revision=2&from=4$/);
  const slider = page.getByRole('slider', { name: 'Revision' });
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  assert.equal(await slider.getAttribute('aria-valuetext'), 'Revision 4 of 4: api failed');
  assert.match(await tab.hash(), /implement%2Fauth$/);
  await tab.close();
});

test('changes are told, can be undone, and never overwrite what came meanwhile', { skip }, async () => {
  const repository = projectWithRuns();
  const tab = await Tab.open(await startUi(repository));
  const { page } = tab;
  const toast = page.locator('.toast');
  const dialog = page.locator('dialog');
  await tab.openRun('implement/auth');
  await page.getByRole('button', { name: 'Delete…' }).click();
  assert.match(await dialog.innerText(), /4 revisions stay in the history/);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await toast.getByRole('button', { name: 'Undo' }).click();
  await page.waitForSelector('.machine :text("Revision 6")');
  assert.match(repository.ok('list'), /implement\/auth/);

  await page.getByRole('button', { name: 'Add a note…' }).click();
  await dialog.getByLabel('Decision').fill('Argon2 for passwords');
  repository.ok(['note', 'implement/auth', '--decision', 'Somebody was faster']);
  await dialog.getByRole('button', { name: 'Save the note' }).click();
  // When the page has not heard of it yet, the save is refused, and what was typed stays for a second try.
  const isRefused = await Promise.race([
    dialog
      .getByRole('alert')
      .waitFor()
      .then(() => true),
    page.waitForSelector('.texts :text("Argon2 for passwords")').then(() => false),
  ]);
  if (isRefused) {
    tab.complaints.splice(0); // the browser reports the answer 409
    await page.waitForSelector('.texts :text("Somebody was faster")', { state: 'attached' });
    await dialog.getByRole('button', { name: 'Save the note' }).click();
  }
  await page.waitForSelector('.texts :text("Argon2 for passwords")');
  assert.match(repository.ok('show implement/auth'), /Somebody was faster[^]*Argon2/);

  await page.keyboard.press('ArrowLeft');
  await page.getByRole('button', { name: 'Fork…' }).click();
  await dialog.getByLabel('Name of the new run').fill('implement/other');
  await dialog.getByRole('button', { name: 'Fork' }).click();
  await toast.getByRole('button', { name: 'Open it' }).click();
  await page.waitForSelector('h1 >> visible=true');
  await page.waitForSelector('.run-head .ref:text-is("implement/other")');
  await page.getByRole('link', { name: '← All runs' }).click();
  await page.waitForSelector('.waiting');
  repository.ok('phase design/page sketch in_progress');
  await page.waitForSelector('.runs .ref:text-is("design/page")');
  await tab.close();
});

const script = '<img src=x onerror=alert(1)><script>alert(2)</script>';

/** A run with markup wherever text can stand. */
function hostileProject(): Repository {
  const repository = new Repository();
  const pawl = (...words: readonly string[]): string => repository.ok(words);
  const ref = `implement/${script.replaceAll('/', '')}`;
  pawl('phase', ref, `one ${script}`, 'complete', '--summary', script, '--created', `src/${script}.ts`);
  pawl('phase', ref, `two ${script}`, 'in_progress', '--next', script);
  pawl('note', ref, '--decision', script, '--reject', script, '--goal', script);
  pawl('phase', ref, `two ${script}`, 'failed', '--error', `${script} in src/auth.ts:12`);
  pawl('pipeline', 'new', `Title ${script}`, '--id', 'PRD-009');
  pawl('pipeline', 'init', 'PRD-009');
  pawl('workflow', 'start', 'orchestrate', 'shop', '--description', script, '--phase-name', script);
  return repository;
}

test('stored scripts stay text in every field, on every page, and in an exported file', { skip }, async () => {
  const repository = hostileProject();
  const tab = await Tab.open(await startUi(repository));
  const { page } = tab;
  const check = async (): Promise<void> => {
    assert.equal(await page.locator('#app').locator('img, script, iframe, [onerror]').count(), 0);
    assert.ok((await page.locator('main').innerText()).includes('<img src=x'));
  };
  await check();
  const links = await page.evaluate<string[]>("[...document.querySelectorAll('main a')].map((one) => one.hash)");
  for (const link of new Set(links.filter((one) => one.startsWith('#/run/')))) {
    await page.evaluate(`location.hash = ${JSON.stringify(link)}`);
    await page.waitForSelector('.machine');
    if (link.includes('PRD-009')) await page.waitForSelector('.graph .node');
    for (const summary of await page.locator('summary').all()) await summary.click();
    await check();
    await page.keyboard.press('ArrowLeft');
    await check();
  }
  await tab.close();
  const file = path.join(repository.root, 'run.html');
  repository.ok(['export', `implement/${script.replaceAll('/', '')}`, '--html', file]);
  const exported = await Tab.open(pathToFileURL(file).href);
  assert.equal(await exported.page.locator('#app').locator('img, script').count(), 0);
  await exported.close();
});

test('an exported file works from disk without any request', { skip }, async () => {
  const repository = projectWithRuns();
  for (const ref of ['implement/auth', 'PRD-009']) {
    const file = path.join(repository.root, 'run.html');
    repository.ok(['export', ref, '--html', file]);
    const tab = await Tab.open(pathToFileURL(file).href);
    const { page } = tab;
    assert.match(await page.locator('.run-head').innerText(), new RegExp(ref));
    assert.equal(await page.getByRole('button', { name: /Delete|Fork|Restore|note|Archive/ }).count(), 0);
    await page.keyboard.press('ArrowLeft');
    await page.waitForSelector('text=This is how it was at revision');
    assert.ok((await page.locator('.diff li').count()) > 0);
    assert.deepEqual(await tab.findings(), []);
    assert.deepEqual(tab.requests.filter((url) => !url.startsWith('data:')).length, 1);
    await tab.close();
  }
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious, and nothing is too wide: ${colorScheme}`, { skip }, async () => {
    const address = await startUi(projectWithRuns());
    const empty = await startUi(new Repository());
    for (const width of [1280, 390]) {
      const options = { colorScheme, viewport: { width, height: 900 } };
      const tab = await Tab.open(address, options);
      assert.deepEqual(await tab.findings(), []);
      await tab.openRun('PRD-009');
      await tab.page.waitForSelector('.graph .node');
      assert.deepEqual(await tab.findings(), []);
      await tab.openRun('implement/auth');
      await tab.page.getByRole('button', { name: 'Add a note…' }).click();
      assert.deepEqual(await tab.findings(), []);
      await tab.page.keyboard.press('Escape');
      await tab.page.keyboard.press('ArrowLeft');
      await tab.page.waitForSelector('text=This is how it was');
      assert.deepEqual(await tab.findings(), []);
      await tab.close();
      const begin = await Tab.open(empty, options);
      assert.match(await begin.page.locator('h1').innerText(), /No run is recorded here yet/);
      assert.deepEqual(await begin.findings(), []);
      await begin.close();
    }
  });
}

test('a thousand runs are all in the list', { skip }, async () => {
  const repository = new Repository();
  for (let n = 0; n < 1_000; n++) {
    const phases = { work: { status: 'complete', summary: 'Done' } };
    const doc = { command: 'work', feature: `f${n}`, completed_at: '2026-01-02T03:04:05Z', phases };
    repository.write(`.claude/state/work-f${n}.json`, JSON.stringify(doc));
  }
  const tab = await Tab.open(await startUi(repository));
  await tab.page.waitForSelector('.found:text("1000 runs")');
  await tab.page.locator('.runs li:nth-child(1000)').waitFor({ state: 'attached' });
  await tab.page.keyboard.press('End');
  await tab.page.locator('.runs li').last().waitFor({ state: 'visible' });
  await tab.close();
});

test('a read-only dashboard offers no change', { skip }, async () => {
  const tab = await Tab.open(await startUi(projectWithRuns(), '--read-only'));
  await tab.openRun('implement/auth');
  assert.equal(await tab.page.getByRole('button', { name: /Delete|Fork|Resume|note|Archive/ }).count(), 0);
  await tab.close();
});

test('a reloaded tab keeps its token; without one the page says where to get it', { skip }, async () => {
  const address = await startUi(projectWithRuns());
  const tab = await Tab.open(address);
  await tab.page.reload();
  await tab.page.locator('#waiting, .runs').first().waitFor();
  await tab.page.evaluate('sessionStorage.clear()');
  await tab.page.reload();
  await tab.page.waitForSelector('text=Open the address that `pawl ui` printed');
  tab.complaints.splice(0); // the browser reports the answer 401
  await tab.close();
});
