import assert from 'node:assert/strict';
import test from 'node:test';
import { type JsonObject, deepFreeze } from './json.js';
import { redactNew, redactText } from './redact.js';

/**
 * Kinds of secrets with the text around them: `kind before«secret»behind`, separated by `¦`. Secrets are made at run time, so
 * that no scanner finds any in this file: `{h40}` becomes 40 hexadecimal digits, a: letters and digits, b and c: kinds of base32, d: digits.
 */
const samples = `
aws-access-key «AKIA{b16}» ¦ aws-access-key «ASIA{b16}» ¦ aws-token «IQoJb3JpZ2lu{a300}» ¦ google-api-key «AIza{a35}»
aws-secret-key aws_secret_access_key = «{a40}» ¦ aws-secret-key "SecretAccessKey": "«{a40}»" ¦ google-oauth-token «ya29.{a99}»
azure-client-secret «{a3}8Q~{a34}» ¦ azure-devops-token «{a76}AZDO{a4}» ¦ signature https://a.net/c?sv=2024-01-01&sig=«{a43}%3D»
api-key Protocol=https;AccountKey=«{a86}==» ¦ cloud-key «LTAI{a20}» ¦ databricks-token «dapi{h32}» ¦ hosting-token «dop_v1_{h64}»
hosting-token «vcp_{a56}» ¦ heroku-key HEROKU_API_KEY=«{u}» ¦ database-token «sbp_{h40}» ¦ terraform-token «{a14}.atlasv1.{a64}»
github-token «ghp_{a36}» ¦ github-token «github_pat_{a22}_{a59}» ¦ gitlab-token «glpat-{a20}» ¦ atlassian-token «ATATT3{a99}»
npm-token «npm_{a36}» ¦ npmrc-auth //registry.internal/:_authToken=«{u}» ¦ registry-token «pypi-AgEIcHlwaS5vcmc{a99}»
registry-token «cio{a32}» ¦ age-secret-key «AGE-SECRET-KEY-1{c58}» ¦ build-token «CCIPAT_{a22}_{h40}» ¦ anthropic-key «sk-ant-api03-{a93}AA» ¦ openai-key «sk-proj-{a99}»
openai-key «sk-{a48}» ¦ model-key «sk-or-v1-{h64}» ¦ model-key «gsk_{a52}» ¦ huggingface-token «hf_{a34}» ¦ linear-key «lin_api_{a40}»
stripe-key «sk_live_{a24}» ¦ webhook-secret «whsec_{a32}» ¦ twilio-key «SK{h32}» ¦ token TWILIO_AUTH_TOKEN=«{h32}»
sendgrid-key «SG.{a22}.{a43}» ¦ mailgun-key «key-{h32}» ¦ mailchimp-key «{h32}-us12» ¦ resend-key «re_{a8}_{a24}»
slack-token «xoxb-{d12}-{d12}-{a24}» ¦ webhook-url https://«hooks.slack.com/services/T{a8}/B{a10}/{a24}»
discord-token «MTA{a23}.{a6}.{a38}» ¦ telegram-token bot{d10}:AA«{a33}» ¦ notion-token «ntn_{a46}» ¦ figma-token «figd_{a40}»
sentry-token «sntryu_{h64}» ¦ vault-token «hvs.{a95}» ¦ airtable-token «pat{a14}.{h64}» ¦ launchdarkly-key «sdk-{u}»
service-key «shpat_{h32}» ¦ service-key «dp.pt.{a43}» ¦ jwt «eyJ{a33}.eyJ{a60}.{a43}» ¦ jwt «eyJ{a33}.eyJ{a60}» ¦ jwt «eyJ{a9}..{a9}.{a9}.{a9}»
authorization Authorization: Token «{a30}» ¦ authorization authorization: basic «dXNlcjpwYXNz» ¦ basic-auth Proxy: Basic «{a18}==»
bearer-token curl -H "X: Bearer «{a40}»" ¦ curl-user curl -s -u bob:«hunterTwo22» ¦ cookie Set-Cookie: «theme=dark; session={a40}»
url-password postgres://bob:«tr0ub@4dor»@db.internal:5432/app ¦ url-token git clone https://«{a40}»@git.internal/org/repo.git
password password: «hunter2» ¦ password const DB_PASSWORD: string = "«S3cr3t(!)pass»" ¦ password \\"passwd\\": \\"«correct-h0rse#9»\\"
password The password is «Tr0ub4dor&3» ¦ password login --password «hunter22x» ¦ password <password>«hunter22x»</password>
api-key **API key:** «{a24}» ¦ token https://host/path?x=1&token=«{a32}»&y=2 ¦ secret client_secret: "«{a32}»" ¦ credential credentials: «{a5000}»
token X_TOKEN=«kJhGtRwQpLmNbVcXzAsDfG»
private-key «-----BEGIN RSA PRIVATE KEY-----{n}{a64}{n}{a64}{n}{a20}{n}-----END RSA PRIVATE KEY-----»
private-key «-----BEGIN OPENSSH PRIVATE KEY-----\\n{a64}\\n{a64}\\n-----END OPENSSH PRIVATE KEY-----»
private-key «-----BEGIN RSA PRIVATE KEY-----{n}Proc-Type: 4,ENCRYPTED{n}{n}{a64}{n}{a64}{n}{a9}»`;

const letters = 'abcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';
const alphabets: Readonly<Record<string, string>> = {
  a: letters + letters.toUpperCase() + digits,
  b: `${letters.toUpperCase()}234567`,
  c: 'ACDEFGHJKLMNPQRSTUVWXYZ023456789',
  d: digits,
  h: `${digits}abcdef`,
};
let seed = 7;

/** Fills in a sample; the first characters make sure that a token has letters and digits. */
function fill(sample: string): string {
  const whole = sample.replaceAll('{u}', '{h8}-{h4}-{h4}-{h4}-{h12}').replaceAll('{n}', '\n');
  return whole.replace(/\{(\w)(\d+)\}/g, (_, name: string, length: string) => {
    let text = name === 'a' ? 'a7Kq3Zx9' : '';
    for (const alphabet = alphabets[name] ?? ''; text.length < Number(length); ) {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
      text += alphabet.charAt((seed >> 12) % alphabet.length);
    }
    return text.slice(0, Number(length));
  });
}

const secrets = samples
  .trim()
  .split(/ ¦ |\n/)
  .map((sample) => {
    const [, kind = '', before = '', secret = '', behind = ''] =
      /^([\w-]+) (.*)«(.*)»(.*)$/.exec(sample) ?? assert.fail(sample);
    return { kind, before: fill(before), secret: fill(secret), behind };
  });

const places: Readonly<Record<string, (text: string) => string>> = {
  alone: (text) => text,
  'in a sentence': (text) => `It failed with ${text} (see the log).`,
  'on a line': (text) => `line one\n  ${text}\r\nline three`,
  'after an equals sign': (text) => `export X=${text}`,
  'in JSON in a string': (text) => JSON.stringify({ note: `x\n${text}`, more: 1 }),
  'in JSON in JSON': (text) => JSON.stringify({ raw: JSON.stringify({ note: `x\n${text}` }) }),
};

for (const [name, place] of Object.entries(places)) {
  test(`no byte of a secret stays ${name}, and all that surrounds it does`, () => {
    for (const { kind, before, secret, behind } of secrets) {
      const clean = place(`${before}[redacted:${kind}]${behind}`);
      const text = place(before + secret + behind);
      assert.deepEqual(redactText(text), { text: clean, kinds: [kind] });
      assert.equal(redactText(clean).text, clean, 'again');
      assert.deepEqual(redactNew({ notes: { [text]: [text] } }, null).value, { notes: { [clean]: [clean] } });
    }
  });
}

const mark = '[redacted:github-token]';
const githubToken = (): string => fill('ghp_{a36}');

test('a colour code or an invisible character does not hide a token', () => {
  const token = githubToken();
  for (const hidden of [`\u001b[31m${token}`, token.replace('_', '\u001b[0m_'), token.replace('_', '_\u200b')]) {
    assert.equal(redactText(`got ${hidden}\nnext`).text, `got ${mark}\nnext`);
  }
});

/** Texts that look like secrets to a careless pattern; `¦` separates those that share a line. */
const benign = `
3f786850e387550fdab836ed7e6dc881de23001b ¦ Merge 3f786850e387550fdab836ed7e6dc881de23001b into SK3f786850e387550fdab836ed7e6dc881de23001b
sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 ¦ token_id: 550E8400-E29B-41D4-A716-446655440000
"token": "sha512-Zq0vLkY8pM3xR1nTb5wHd7eJ2cGfUa9sXiOyKlQm4hVtBrWzE6DnCjPgSuFxIo0A1v3N5y7R9b2M4k6L8w==" ¦ token: PRD-009-WS2-phase3-v2-step4
updated_at: 2025-10-03T18:45:30.123Z ¦ password: 2025-10-03T18:45:30Z ¦ token: orchestrate_auth_system_20251003_184530
/home/user2/token-counter/src/token2.ts ¦ token: src/auth2/a1b2c3d4.ts ¦ C:\\Users\\maria\\AppData\\Local\\Temp\\pawl-3f9a\\x.json
node_modules/.pnpm/@babel+core@7.24.0_supports-color@8.1.1/node_modules/@babel/core/lib/index.js ¦ dist/index-Bx7k2Qz9.js
password: required ¦ Password: must be at least 12 characters ¦ password = "" ¦ PASSWORD='' HOST=db1.internal ¦ password: string;
password: process.env.DB_PASSWORD1 ¦ password: \${DB_PASSWORD_2} ¦ password: <your-password-1> ¦ password: xxxxxxxx1
password=config.database2.password ¦ const password = getPassword2(user); ¦ password: z.string().min(8).max(72) ¦ pwd && ls -la
the password is required for step 2 ¦ password strength++ landed ¦ password reset flow (phase 2 of 3) ¦ pwd: /home/user2/work ¦ password: ********
Context summary exceeds 500 token limit (actual: 612 tokens) ¦ const token = await getToken(); ¦ tokens: 500 of 8000
const token = req.headers.authorization?.split(" ")[1]; ¦ token: \${{ secrets.GITHUB_TOKEN }} ¦ the token is stored in localStorage2
api_key: <your-key> ¦ api_key: "your-api-key-12345" ¦ const apiKey = process.env.OPENAI_API_KEY; ¦ primary_key: user_id_2
secret: {{ .Values.secret1 }} ¦ secretRef: db-credentials-v2-prod ¦ secrets: projects/my-project-1/secrets/db-pass/versions/3
Authorization: Bearer <token> ¦ Authorization: Bearer \${session.accessToken2} ¦ bearer tokens expire after 15m ¦ Basic authentication
Cookie: the session cookie is HttpOnly, SameSite=Lax ¦ credentials: same-origin ¦ CLIENT_AUTH = ObjectIdentifier("1.3.6.1.5")
https://user:password@host/db ¦ postgres://postgres:postgres@localhost:5432/app ¦ http://localhost:3000?mail=bob@host.org
git+ssh://git@github.com:org/repo.git#semver:^2 ¦ postgres:16@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c
sk-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx ¦ sk-ant-... ¦ AKIAIOSFODNN7EXAMPLE ¦ task-12345678-implement-authentication-flow
-----BEGIN PUBLIC KEY----- MFkwEwYHKoZIzj0CAQYI -----END PUBLIC KEY----- ¦ if (pem.startsWith('-----BEGIN PRIVATE KEY-----')) return;
#define TOKEN_FLAG 0x00A1B2C3UL ¦ cache-key: node-modules-v2-linux-x64-a8f3k2j9 ¦ curl -u "$USER:$PASS" https://x.org`;

test('hashes, ids, paths, times, code and placeholders stay as they are', () => {
  for (const text of benign.trim().split(/ ¦ |\n/)) {
    assert.deepEqual(redactText(text), { text, kinds: [] });
    assert.deepEqual(redactText(`Look: ${text}, please.\n`).kinds, [], text);
    assert.deepEqual(redactNew({ note: text, [text]: 1, list: [text] }, null).redacted, [], text);
  }
});

test('only what is new is redacted, and the rest is shared', () => {
  const [old, fresh] = [githubToken(), githubToken()];
  const previous: JsonObject = { note: old, list: [old], [old]: 1, deep: { text: old } };
  const next = deepFreeze<JsonObject>({ ...previous, list: [fresh, old], [fresh]: 3, more: [{ text: `a ${fresh}` }] });
  const { value, redacted } = redactNew(next, structuredClone(previous));
  assert.equal(value['deep'], next['deep']);
  assert.deepEqual(value, { ...previous, list: [mark, old], [mark]: 3, more: [{ text: `a ${mark}` }] });
  assert.deepEqual(redacted, ['/list/0', `/${mark}`, '/more/0/text']);
  assert.deepEqual(redactNew(value, null).redacted, ['/note', '/list/1', `/${mark} 2`, '/deep/text']);
  assert.equal(redactNew(next, next).value, next);
  const harmless: JsonObject = { note: 'nothing to see', list: [1, null, { a: 'b' }] };
  assert.equal(redactNew(harmless, null).value, harmless);
});

test('two secrets as names stay two members', () => {
  const [one, two] = [githubToken(), githubToken()];
  const { value, redacted } = redactNew({ [one]: 1, [mark]: 'x', [two]: { a: two } }, null);
  assert.deepEqual(value, { [`${mark} 2`]: 1, [mark]: 'x', [`${mark} 3`]: { a: mark } });
  assert.deepEqual(redacted, [`/${mark} 2`, `/${mark} 3/a`, `/${mark} 3`]);
});

test('ids, hashes, paths and fixed words are not searched, shell commands are', () => {
  const text = githubToken();
  for (const name of ['status', 'started_at', 'head_commit', 'files_created', 'checkpoint_id', 'plan_path']) {
    assert.deepEqual(redactNew({ phases: { code: { [name]: [text] } }, [name]: text }, null).redacted, [], name);
  }
  const hash = fill('{h64}');
  const maps = { command: text, artifacts: { plan: text }, files: { token: hash }, evidence: { 'src/token': hash } };
  assert.equal(redactNew(maps, null).value, maps);
  const { redacted } = redactNew({ gate: { command: text }, status: { text } }, null);
  assert.deepEqual(redacted, ['/gate/command', '/status/text']);
});

test('the name of a member gives its value away', () => {
  const real =
    'password hunter2 ¦ dbPassword Tr0ub(4)dor ¦ token {h40} ¦ apiKey {a20} ¦ Authorization Bearer {a20} ¦ pwds S3cr3t!';
  for (const [name, value] of pairs(real)) assert.deepEqual(redactNew({ [name]: value }, null).redacted, [`/${name}`]);
  const other =
    'password required ¦ token {u} ¦ secret $TOKEN ¦ api_key <your-key> ¦ token_count about500tokens1 ¦ pwd_hint hunter2';
  for (const [name, value] of pairs(other)) assert.deepEqual(redactNew({ [name]: value }, null).redacted, []);
});

function pairs(texts: string): (readonly [string, string])[] {
  return texts.split(' ¦ ').map((text) => [text.slice(0, text.indexOf(' ')), fill(text.slice(text.indexOf(' ') + 1))]);
}

const hostile = `fm1_ ¦ pul-/a. ¦ eyJ ¦ eyJaaaaaaaaa. ¦ eyJaaaaaaaaa- ¦ -----BEGIN PRIVATE KEY-----\n ¦ ://a: ¦ ://a:b@ ¦ pwd= ¦ token= ¦
token=a1/ ¦ password is ¦ cookie= ¦ cookie: a=b; ¦ curl -u a: ¦ authorization: ¦ \\ ¦ \u001b[0m ¦ \u001b] ¦ é`;

test('the time for hostile text is linear', () => {
  const measure = (size: number): number => {
    const texts = hostile
      .split(/ ¦\s/)
      .flatMap((word) => [word.repeat(size / word.length), word + 'a1'.repeat(size / 2)]);
    const before = process.cpuUsage();
    for (const text of texts) redactText(text);
    return process.cpuUsage(before).user;
  };
  measure(25_000);
  const [small, large] = [25_000, 200_000].map((size) => Math.min(measure(size), measure(size)));
  // Eight times the text takes about eight times as long; with quadratic work in one of them it would be up to 64 times.
  assert.ok(small !== undefined && large !== undefined && large < 24 * small, `${small} µs and ${large} µs`);
});
