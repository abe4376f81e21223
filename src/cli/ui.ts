// `ui` and `export`: runs in a browser.

import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { diskError } from '../base/errors.js';
import { sessionOf } from '../runs/project.js';
import { badUsage, command, toNumber } from './command.js';
import { interruption, ref } from './see.js';
import { plain } from './view.js';

const ui = command({
  name: 'ui',
  group: 'see',
  about: 'Show all runs in a browser, until Ctrl-C',
  details:
    'Only this machine can reach it, and only who has the address that is printed: it holds a token. Inside the session of\n' +
    'an agent it is read-only. Gates can be approved in it when a person has started it in a terminal.',
  args: [],
  options: {
    port: { value: 'N', about: 'The port (default: a free one)' },
    'no-open': { about: 'Do not open the browser' },
    'read-only': { about: 'Show only; nothing can be changed' },
  },
  examples: ['ui', 'ui --port 4100 --no-open'],
  async run({ values, env, project: open, isInteractive, isJson, print }) {
    const port = toNumber('--port', values.port ?? '0');
    if (port > 65_535) throw badUsage(ui, '--port must be at most 65535');
    const isReadOnly = values['read-only'] === true || sessionOf(env) !== undefined;
    const { startUi } = await import('../ui/server.js'); // no other command pays for it
    const server = await startUi({ project: open(), env, isReadOnly, isPerson: isInteractive, port });
    const { address } = server;
    const signal = interruption();
    const about = isReadOnly ? ' (read-only)' : '';
    print(
      isJson
        ? `${JSON.stringify({ ok: true, address, read_only: isReadOnly })}\n`
        : `pawl ui${about}: ${address}\nCtrl-C ends it.\n`,
    );
    if (isInteractive && values['no-open'] !== true) openBrowser(address);
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    await server.stop();
    return { text: '', isPrinted: true };
  },
});

/** Nobody is told when there is no browser: the address stands on the terminal. */
function openBrowser(address: string): void {
  const [program = '', ...args] =
    process.platform === 'darwin'
      ? ['open', address]
      : process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler', address]
        : ['xdg-open', address];
  spawn(program, args, { detached: true, stdio: 'ignore' })
    .on('error', () => {})
    .unref();
}

const exported = command({
  name: 'export',
  group: 'see',
  about: 'Write a run with its history into one HTML file to send, or as JSON',
  details:
    'The page needs no server and no network. Well-known forms of secrets are redacted once more; read it before you send it.\n' +
    'With --json alone, the same data.',
  args: [ref],
  options: { html: { value: 'FILE', complete: 'file', about: 'The file to write; - is standard output' } },
  examples: ['export implement/auth --html auth.html', 'export PRD-009 --json'],
  async run({ args: [name = ''], values: { html }, project: open, isJson }) {
    if (html === undefined && !isJson) throw badUsage(exported, 'give --html FILE or --json');
    const { exportRun, toHtml } = await import('../ui/export.js');
    const project = open();
    const { ref, data, left } = await exportRun(project, name);
    if (left > 0) project.notify(`the ${left} oldest revisions are left out`);
    if (html === undefined) return { text: '', json: { ok: true, ref, ...data } };
    const page = toHtml(data);
    if (html === '-') return { text: page, json: { ok: true, ref, html: page } };
    try {
      fs.writeFileSync(html, page, { mode: 0o600 });
    } catch (error) {
      throw diskError(error, 'write', html);
    }
    const size = `${Math.ceil(page.length / 1024)} KB`;
    return { text: `${plain(ref)} written to ${plain(html)} (${size})`, json: { ok: true, ref, file: html } };
  },
});

export const uiCommands = [ui, exported];
