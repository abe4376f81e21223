import assert from 'node:assert/strict';
import test from 'node:test';
import * as fc from 'fast-check';
import { deepFreeze, type Json, type JsonObject } from '../json/json.js';
import { redactNew, redactText } from './redact.js';
import { secretPatterns } from './secret-patterns.js';

// No scanner shall take this file for a leak: the secrets are made at run time, and what is known of them has a dot in it
// that is taken out.

const lower = 'abcdefghijklmnopqrstuvwxyz';
const hexDigits = '0123456789abcdef';
const alnum = `${lower}${lower.toUpperCase()}0123456789`;
let state = 7;

function pick(alphabet: string, length: number): string {
  let text = '';
  while (text.length < length) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    text += alphabet.charAt((state >> 12) % alphabet.length);
  }
  return text;
}

function hex(length: number): string {
  return pick(hexDigits, length);
}

/** Random letters and digits; the first ones make sure that there are both. */
function random(length: number): string {
  return `a7Kq3Zx9${pick(alnum, length)}`.slice(0, length);
}

function base32(length: number): string {
  return pick('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', length);
}

function uuid(): string {
  return [8, 4, 4, 4, 12].map((length) => hex(length)).join('-');
}

function block(name: string, separator = '\n'): string {
  const lines = Array.from({ length: 12 }, () => pick(`${alnum}+/`, 64));
  const dashes = '-'.repeat(5);
  return [`${dashes}BEGIN ${name}${dashes}`, ...lines, `${dashes}END ${name}${dashes}`].join(separator);
}

function plain(dotted: string): string {
  return dotted.replaceAll('·', '');
}

function githubToken(): string {
  return plain(`gh·p_${random(36)}`);
}

function jwt(): string {
  return plain([`e·yJ${random(33)}`, `e·yJ${random(60)}`, random(43)].join('.'));
}

/** Each kind with a secret of it. Where only the context tells, the part before the secret comes third. */
const samples: readonly (readonly [kind: string, secret: string, before?: string, behind?: string])[] = [
  ['private-key', block('RSA PRIVATE KEY')],
  ['private-key', block('OPENSSH PRIVATE KEY', '\\n')],
  ['private-key', block('PGP PRIVATE KEY BLOCK', '\r\n')],
  ['private-key', block('PRIVATE KEY').slice(0, 400)],
  ['putty-private-key', pick(alnum, 64), 'Private-Lines: 1\n'],
  ['age-secret-key', `AGE-SECRET-·KEY-1${pick('QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L', 58)}`],
  ['aws-access-key', `AK·IA${base32(16)}`],
  ['aws-access-key', `AS·IA${base32(16)}`],
  ['aws-secret-key', pick(`${alnum}+/`, 40), 'aws_secret_access_key = '],
  ['aws-secret-key', pick(`${alnum}+/`, 40), '"SecretAccessKey": "', '"'],
  ['aws-session-token', `IQoJb3Jp·Z2lu${pick(alnum, 300)}`],
  ['aws-bedrock-key', `AB·SK${random(128)}`],
  ['aws-mws-token', `amzn.·mws.${uuid()}`],
  ['google-api-key', `AI·za${random(35)}`],
  ['google-oauth-secret', `GOC·SPX-${random(28)}`],
  ['google-oauth-token', `ya·29.${random(120)}`],
  ['google-refresh-token', `1/·/0${random(60)}`],
  ['firebase-key', `AA·AA${random(7)}:${random(140)}`],
  ['azure-storage-key', `${pick(alnum, 86)}==`, 'DefaultEndpointsProtocol=https;AccountKey='],
  ['azure-shared-access-key', `${pick(alnum, 43)}=`, 'SharedAccessKeyName=root;SharedAccessKey='],
  ['azure-sas-signature', `${pick(alnum, 43)}%3D`, 'https://a.blob.core.windows.net/c?sv=2024-01-01&sig='],
  ['azure-client-secret', `${random(3)}8·Q~${random(34)}`],
  ['azure-devops-token', `${random(76)}·AZDO${random(4)}`],
  ['alibaba-key', `LT·AI${random(20)}`],
  ['tencent-key', `AK·ID${random(32)}`],
  ['yandex-key', `AQ·VN${random(36)}`],
  ['digitalocean-token', `dop_·v1_${hex(64)}`],
  ['heroku-key', `HR·KU-${random(40)}`],
  ['heroku-key', uuid(), 'HEROKU_API_KEY='],
  ['fly-token', `fm·2_${random(80)}`],
  ['render-key', `rn·d_${random(32)}`],
  ['netlify-token', `nf·p_${random(36)}`],
  ['vercel-token', `vc·p_${random(56)}`],
  ['vercel-token', random(24), 'VERCEL_TOKEN='],
  ['cloudflare-origin-key', `v1·.0-${hex(24)}-${hex(146)}`],
  ['cloudflare-token', random(40), 'CLOUDFLARE_API_TOKEN='],
  ['supabase-key', `sb·p_${hex(40)}`],
  ['planetscale-token', `pscale_·tkn_${random(43)}`],
  ['neon-key', `na·pi_${random(64)}`],
  ['databricks-token', `da·pi${hex(32)}`],
  ['tailscale-key', `tskey-·auth-${random(12)}-${random(32)}`],
  ['cockroach-key', `CCDB·1_${random(22)}_${random(40)}`],
  ['github-token', `gh·p_${random(36)}`],
  ['github-token', `gh·s_${random(36)}`],
  ['github-token', `github_·pat_${random(22)}_${random(59)}`],
  ['gitlab-token', `gl·pat-${random(20)}`],
  ['gitlab-runner-token', `GR13·48941${random(20)}`],
  ['bitbucket-password', `AT·BB${random(32)}`],
  ['atlassian-token', `ATA·TT3xFfGF0${random(170)}`],
  ['sourcegraph-token', `sg·p_${hex(40)}`],
  ['npm-token', `np·m_${random(36)}`],
  ['npmrc-auth', uuid(), '//registry.example/:_authToken='],
  ['pypi-token', `py·pi-AgEIcHlwaS5vcmc${random(120)}`],
  ['rubygems-key', `ruby·gems_${hex(48)}`],
  ['crates-token', `ci·o${random(32)}`],
  ['clojars-token', `CLO·JARS_${hex(60)}`],
  ['nuget-key', `oy·2${pick(`${lower}0123456789`, 43)}`],
  ['docker-token', `dckr_·pat_${random(27)}`],
  ['artifactory-key', `AK·Cp${random(69)}`],
  ['terraform-token', `${random(14)}.atlas·v1.${random(64)}`],
  ['pulumi-token', `pu·l-${hex(40)}`],
  ['circleci-token', `CCI·PAT_${random(22)}_${hex(40)}`],
  ['buildkite-token', `bk·ua_${hex(40)}`],
  ['sonar-token', `sq·p_${hex(40)}`],
  ['snyk-token', `snyk_·uat.${random(60)}`],
  ['deno-token', `dd·p_${random(36)}`],
  ['infracost-key', `ic·o-${random(32)}`],
  ['prefect-key', `pn·u_${random(36)}`],
  ['anthropic-key', `sk-·ant-api03-${random(93)}AA`],
  ['openrouter-key', `sk-·or-v1-${hex(64)}`],
  ['langfuse-key', `sk-·lf-${uuid()}`],
  ['openai-key', `sk-·proj-${random(74)}T3BlbkFJ${random(74)}`],
  ['openai-key', `s·k-${random(48)}`],
  ['huggingface-token', `h·f_${pick(alnum, 34)}`],
  ['replicate-token', `r·8_${random(37)}`],
  ['groq-key', `gs·k_${random(52)}`],
  ['perplexity-key', `pp·lx-${random(48)}`],
  ['xai-key', `xa·i-${random(80)}`],
  ['langsmith-key', `lsv2_·pt_${hex(32)}_${hex(10)}`],
  ['tavily-key', `tv·ly-dev-${random(32)}`],
  ['fireworks-key', `f·w_${random(24)}`],
  ['stripe-key', `sk_·live_${random(24)}`],
  ['stripe-key', `rk_·test_${random(99)}`],
  ['webhook-secret', `wh·sec_${random(32)}`],
  ['square-token', `sq0·atp-${random(22)}`],
  ['square-token', `EA·AA${random(60)}`],
  ['braintree-token', `access_·token$production$${pick(`${lower}0123456789`, 16)}$${hex(32)}`],
  ['plaid-token', `access-·production-${uuid()}`],
  ['flutterwave-key', `FLW·SECK-${random(32)}-X`],
  ['shopify-token', `shp·at_${hex(32)}`],
  ['twilio-key', `S·K${hex(32)}`],
  ['twilio-auth-token', hex(32), 'TWILIO_AUTH_TOKEN='],
  ['sendgrid-key', `S·G.${random(22)}.${random(43)}`],
  ['mailgun-key', `ke·y-${hex(32)}`],
  ['mailchimp-key', `${hex(32)}-·us12`],
  ['brevo-key', `xkey·sib-${hex(64)}-${random(16)}`],
  ['resend-key', `r·e_${random(8)}_${random(24)}`],
  ['slack-token', `xo·xb-${pick('0123456789', 12)}-${pick('0123456789', 12)}-${random(24)}`],
  ['slack-app-token', `xa·pp-1-A${random(10)}-${pick('0123456789', 12)}-${hex(64)}`],
  ['slack-webhook', `T${random(8)}/B${random(10)}/${random(24)}`, 'https://hooks.slack.com/services/'],
  [
    'teams-webhook',
    `${uuid()}@${uuid()}/IncomingWebhook/${hex(32)}/${uuid()}`,
    'https://x.webhook.office.com/webhookb2/',
  ],
  ['discord-webhook', random(68), `https://discord.com/api/webhooks/${pick('123456789', 18)}/`],
  ['discord-token', `MT·A${random(23)}.${random(6)}.${random(38)}`],
  ['telegram-token', random(33), `bot${pick('123456789', 10)}:·AA`],
  ['zapier-webhook', pick(lower, 7), 'https://hooks.zapier.com/hooks/catch/1234567/'],
  ['linear-key', `lin_·api_${random(40)}`],
  ['notion-token', `nt·n_${random(46)}`],
  ['figma-token', `fi·gd_${random(40)}`],
  ['airtable-token', `pa·t${random(14)}.${hex(64)}`],
  ['postman-key', `PM·AK-${hex(24)}-${hex(34)}`],
  ['newrelic-key', `NR·AK-${base32(27)}`],
  ['datadog-key', hex(32), 'DD_API_KEY='],
  ['grafana-token', `gl·sa_${random(32)}_${hex(8)}`],
  ['grafana-token', `gl·c_${random(60)}`],
  ['sentry-token', `snt·ryu_${hex(64)}`],
  ['sentry-dsn', hex(32), 'https://', '@o12345.ingest.sentry.io/678'],
  ['vault-token', `hv·s.${random(95)}`],
  ['doppler-token', `dp.·pt.${random(43)}`],
  ['1password-token', `op·s_eyJ${random(250)}`],
  ['launchdarkly-key', `sd·k-${uuid()}`],
  ['posthog-key', `ph·x_${random(43)}`],
  ['dynatrace-token', `dt0·c01.${base32(24)}.${base32(64)}`],
  ['mapbox-token', `sk.·eyJ${random(60)}.${random(22)}`],
  ['contentful-token', `CF·PAT-${random(43)}`],
  ['typeform-token', `tf·p_${random(44)}`],
  ['readme-key', `rd·me_${pick(`${lower}0123456789`, 70)}`],
  ['shippo-key', `shippo_·live_${hex(40)}`],
  ['duffel-token', `duffel_·live_${random(43)}`],
  ['easypost-key', `EZ·AK${random(54)}`],
  ['adafruit-key', `ai·o_${random(28)}`],
  ['wakatime-key', `wa·ka_${uuid()}`],
  ['dropbox-token', `s·l.${random(135)}`],
  ['facebook-token', `E·AA${random(150)}`],
  ['twitter-token', `${'A'.repeat(21)}${random(80)}`],
  ['okta-token', `00${random(40)}`, 'SSWS '],
  ['jwt', jwt()],
  ['authorization', random(30), 'Authorization: Token '],
  ['authorization', 'dXNlcjpwYXNz', 'authorization: basic '],
  ['bearer-token', random(40), 'curl -H "X: Bearer ', '"'],
  ['basic-auth', `${pick(alnum, 18)}==`, 'Proxy: Basic '],
  ['curl-user', 'hunterTwo22', 'curl -s -u bob:'],
  ['cookie', random(40), 'Set-Cookie: session='],
  ['url-password', 'tr0ub4dor', 'postgres://bob:', '@db.internal:5432/app'],
  ['url-password', 'correcthorse', 'https://bob:', '@example.org'],
  ['url-token', random(40), 'git clone https://', '@git.internal/org/repo.git'],
  ['password', 'hunter2', 'password: '],
  ['password', 'S3cr3t!pass', 'DB_PASSWORD="', '"'],
  ['password', 'correct-h0rse#9', '\\"passwd\\": \\"', '\\"'],
  ['password', 'Tr0ub4dor&3', 'The password is '],
  ['password', 'hunter22x', 'login --password '],
  ['password', 'hunter22x', '<password>', '</password>'],
  ['password', 'hunter22x', "smtp_pass = '", "'"],
  ['api-key', hex(32), 'api_key: '],
  ['api-key', random(24), 'const apiKey = "', '";'],
  ['api-key', random(24), 'The API key is '],
  ['token', hex(40), 'ACCESS_TOKEN='],
  ['token', random(32), 'https://host/path?x=1&token=', '&y=2'],
  ['secret', random(32), 'client_secret: "', '"'],
  ['secret', random(50), 'SECRET_KEY = '],
  ['secret-key', random(32), 'encryption_key='],
  ['credential', random(32), 'credentials: '],
];

const secrets = samples.map(
  ([kind, secret, before = '', behind = '']) => [kind, plain(secret), plain(before), behind] as const,
);

test('the table has more than a hundred kinds, and the samples below have them all', () => {
  const kinds = new Set(secretPatterns().map((pattern) => pattern.kind));
  assert.ok(kinds.size > 100, `${kinds.size} kinds`);
  assert.deepEqual(
    [...kinds].filter((kind) => !secrets.some(([sampled]) => sampled === kind)),
    [],
  );
});

/** The places where a secret may stand; each gives a whole document and must not let the secret through. */
const places: readonly (readonly [name: string, document: (text: string) => Json])[] = [
  ['a summary of its own', (text) => ({ phases: { code: { context_summary: text } } })],
  ['a sentence', (text) => ({ error: `It failed with ${text} (see the log).` })],
  ['a line of many', (text) => ({ state: { message: `line one\n  ${text}\nline three` } })],
  ['JSON in a string', (text) => ({ workflow_state: { raw: JSON.stringify({ note: `x\n${text}`, more: 1 }) } })],
  ['a list in a list', (text) => ({ pawl: { decisions: [['keep'], [`use ${text}`]] } })],
  ['a member name', (text) => ({ notes: { [`see ${text}`]: true } })],
];

for (const [place, document] of places) {
  test(`a secret of every kind is redacted in ${place}`, () => {
    for (const [kind, secret, before, behind] of secrets) {
      const next = document(`${before}${secret}${behind}`);
      const { value, redacted } = redactNew(next, undefined);
      const text = JSON.stringify(value);
      assert.ok(text.includes(`[redacted:${kind}]`), `${kind}: ${text}`);
      assert.equal(redacted.length, 1, kind);
      assert.ok(!redacted.join(' ').includes(secret), kind);
      const parts = secret.split(/[\s\\]/).filter((part) => part.length > 5);
      assert.deepEqual(
        parts.filter((part) => text.includes(part)),
        [],
        kind,
      );
      assert.deepEqual(redactNew(value, undefined).redacted, [], `${kind} twice: ${text}`);
    }
  });
}

test('a secret with something unseen inside is found, and what hid it is gone', () => {
  const token = `ghp_${random(36)}`;
  for (const unseen of ['\u001b[0m', '\u0000', '\u200b', '\u202e', '\u001b]0;title\u0007', '\u00ad']) {
    for (const at of [2, 4, 20]) {
      const hidden = `${token.slice(0, at)}${unseen}${token.slice(at)}`;
      assert.deepEqual(redactText(`got \u001b[31m${hidden}\u001b[0m\nnext`), {
        text: 'got [redacted:github-token]\nnext',
        kinds: ['github-token'],
      });
    }
  }
  const shown = `\u001b[31mred\u001b[0m ${token}`;
  assert.equal(redactText(shown).text, '\u001b[31mred\u001b[0m [redacted:github-token]');
});

test('what stands around a secret stays', () => {
  const token = githubToken();
  assert.deepEqual(redactText(`git push https://x-access-token:${token}@github.com/o/r.git failed`), {
    text: 'git push https://x-access-token:[redacted:github-token]@github.com/o/r.git failed',
    kinds: ['github-token'],
  });
  assert.deepEqual(redactText(`A=${token};B=${token} password: hunter2, done`), {
    text: 'A=[redacted:github-token];B=[redacted:github-token] password: [redacted:password], done',
    kinds: ['github-token', 'password'],
  });
  assert.equal(
    redactText(`Authorization: Bearer ${jwt()}\nHost: x`).text,
    'Authorization: Bearer [redacted:jwt]\nHost: x',
  );
  assert.equal(
    redactText(`password: hunter2 and ${token} and password: hunter3!`).text,
    'password: [redacted:password] and [redacted:github-token] and password: [redacted:password]',
  );
  assert.equal(redactText('postgres://bob:tr0ub4dor@db/x').text, 'postgres://bob:[redacted:url-password]@db/x');
});

const fixed: readonly string[] = [
  '3f786850e387550fdab836ed7e6dc881de23001b',
  '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  'head_commit: 3f786850e387550fdab836ed7e6dc881de23001b',
  'Merge commit 3f786850e387550fdab836ed7e6dc881de23001b into feature/BAS-6',
  'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  '550e8400-e29b-41d4-a716-446655440000',
  'token_id: 550e8400-e29b-41d4-a716-446655440000',
  '"integrity": "sha512-Zq0vLkY8pM3xR1nTb5wHd7eJ2cGfUa9sXiOyKlQm4hVtBrWzE6DnCjPgSuFxIo0A1v3N5y7R9b2M4k6L8w=="',
  'integrity sha512-Zq0vLkY8pM3xR1nTb5wHd7eJ2cGfUa9sXiOyKlQm4hVtBrWzE6DnCjPgSuFxIo0A1v3N5y7R9b2M4k6L8w==',
  'token: sha512-Zq0vLkY8pM3xR1nTb5wHd7eJ2cGfUa9sXiOyKlQm4hVtBrWzE6DnCjPgSuFxIo0A1v3N5y7R9b2M4k6L8w==',
  '2025-10-03T18:45:30.123Z',
  'updated_at: 2025-10-03T18:45:30.123Z',
  'PRD-009',
  'PRD-009 WS2 complete, gates type-check (WS2), lint passed',
  'orchestrate_auth_system_20251003_184530',
  'token: PRD-009-WS2-phase-3-v2',
  'token = utils2FactoryMaker',
  'token: orchestrate_auth_system_20251003_184530',
  'src/rules/secret-patterns.ts',
  '.claude/skills/build-pipeline/checkpoints/PRD-009.json',
  '/home/user2/projects/token-counter/src/token2.ts',
  'C:\\Users\\maria\\AppData\\Local\\Temp\\pawl-3f9a\\x.json',
  'node_modules/.pnpm/@babel+core@7.24.0_supports-color@8.1.1/node_modules/@babel/core/lib/index.js',
  'dist/assets/index-Bx7k2Qz9.js',
  'password: required',
  'Password: must be at least 12 characters',
  'password = ""',
  'password: string;',
  'password: process.env.DB_PASSWORD1',
  'password: ${DB_PASSWORD_2}',
  'password: $DB_PASSWORD2',
  'password: <your-password-1>',
  'password: ********',
  'password: xxxxxxxx1',
  'password: changeme123',
  'password=config.database2.password',
  'const password = getPassword2(user);',
  'password: z.string().min(8).max(72)',
  'if (password.length < 8) return false;',
  'password: await bcrypt.hash(body.password, 10)',
  'password_hash: bcrypt',
  'passwordHash = await argon2.hash(password)',
  'the password is required for step 2',
  'the password field validates on blur',
  'password reset flow (phase 2 of 3)',
  'reset-password.test.ts',
  'forgot password? see docs/auth2.md',
  'pwd: /home/user2/work',
  'pwd && ls -la',
  'token count: 500',
  'tokens: 500 of 8000',
  'Context summary exceeds 500 token limit (actual: 612 tokens)',
  'countTokens(text) returns the token count',
  'token-counter.cjs',
  'token: string | null',
  'const token = await getToken();',
  'const token = req.headers.authorization?.split(" ")[1];',
  'token = jwt.sign({ id: user.id }, secret, { expiresIn: "15m" })',
  'token: ${{ secrets.GITHUB_TOKEN }}',
  'GITHUB_TOKEN=$GITHUB_TOKEN',
  'NPM_TOKEN=${NPM_TOKEN}',
  'refresh token rotation with 7-day expiry',
  'the token is stored in localStorage2',
  'token bucket algorithm, 100 req/min',
  'access_token: <redacted>',
  'api_key: <your-key>',
  'api_key: YOUR_API_KEY',
  'api_key: "your-api-key-12345"',
  'API_KEY=process.env.API_KEY',
  'const apiKey = process.env.OPENAI_API_KEY;',
  'apiKey: import.meta.env.VITE_API_KEY_2',
  'process.env.API_KEY',
  '${SECRET}',
  'api key rotation is planned for 2025-Q4',
  'secret: ${SECRET}',
  'secret: {{ .Values.secret1 }}',
  'secret santa 2025',
  'client_secret is read from the vault',
  'secrets: projects/my-project-1/secrets/db-pass/versions/3',
  'secretRef: db-credentials-v2-prod',
  'secretName: web-tls-2025',
  'credentials: include',
  'credentials: same-origin',
  'Authorization: Bearer <token>',
  'Authorization: Bearer $TOKEN',
  'Authorization: Bearer ${token}',
  'Authorization: Bearer YOUR_TOKEN',
  '`Authorization: Bearer ${session.accessToken2}`',
  'Authorization: required for all routes',
  'authorization header is missing',
  'Bearer authentication with refresh',
  'bearer tokens expire after 15m',
  'Basic authentication is disabled',
  'basic usage: pawl save REF',
  'Cookie: the session cookie is HttpOnly, SameSite=Lax',
  'cookies: { secure: true }',
  'https://user:password@host/db',
  'postgres://user:pass@localhost:5432/db',
  'postgres://postgres:postgres@localhost:5432/app',
  'postgres://${USER}:${PASS}@db/x',
  'postgres://bob:<password>@db/x',
  'redis://:********@cache:6379',
  'http://localhost:3000/@vite/client',
  'http://localhost:5173',
  'https://github.com/user/repo.git',
  'git@github.com:user/repo.git',
  'git+ssh://git@github.com:org/repo.git#semver:^2',
  'ssh://git@host:2222/repo',
  'mailto:bob@example.com?subject=a:b@c',
  'https://x.org/search?q=a:b@c',
  'docker.io/library/postgres:16@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  'sk-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
  'ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
  'sk-...',
  'ghp_...',
  'sk-ant-...',
  'task-12345678-implement-authentication-flow',
  'risk-assessment-2025-10-03-final-version-for-review',
  'disk-usage-monitoring-service-implementation-notes',
  'key-value store with 32 shards',
  'monkey-patching is not used',
  'pattern.test.ts',
  'patch-package 8.0.0',
  'path.join(root, name)',
  'api-gateway, api-server, sdk-core, mob-app',
  'hf_ and r8_ are prefixes',
  'napi_create_reference(env, value, 1, &ref)',
  'EAACH item was checked',
  'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  'xoxo, see you',
  'SKU 0123456789 in stock',
  'SK8ER',
  'MTU 1500, MTA relay, NDA signed, NTP sync, ODM, OTA update',
  'ODAxNzM2NTA',
  'eyJ is the start of a JWT',
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk',
  '-----BEGIN CERTIFICATE-----\nMIIBkTCB+wIJAKHHCgVZU1\n-----END CERTIFICATE-----',
  '-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYI\n-----END PUBLIC KEY-----',
  "if (text.startsWith('-----BEGIN RSA PRIVATE KEY-----')) return 'pem';",
  'STENCIL_PASS_DEPTH_PASS: 0x0B96',
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGPKsSjJ2Kk5p8qVnZx9Yw7Lr3Tf6Hd1Bm4Nc0Xe2Ga bob@host',
  'SHA256:uNiVztksCsDhcc0u9e8BgrJXVGDgAxzXzHzFfQ1tqLk',
  'private key rotation',
  'access key: see the vault',
  'primary_key: user_id_2',
  'key: phase-2-implementation-v3',
  'cache-key: node-modules-v2-linux-x64-a8f3k2j9',
  'auth key exchange (X25519)',
  'session key = derived with HKDF-SHA256',
  'master key id: 12',
  'service keyspace1',
  'account key figures: 42',
  'curl -u "$USER:$PASS" https://x.org',
  'curl -s https://x.org | jq .token',
  'twilio account sid is configured',
  'heroku logs --tail --app my-app-2',
  'vercel deploy --token "$VERCEL_TOKEN"',
  'cloudflare zone id in wrangler.toml',
];

const code: readonly string[] = [
  'export function isJsonObject(value: unknown): value is JsonObject {',
  "import { createHash, randomUUID } from 'node:crypto';",
  'const id = randomUUID().slice(0, 8);',
  'for (let i = 0; i < items.length; i += 1) total += items[i].price;',
  'SELECT id, token_hash, expires_at FROM sessions WHERE user_id = $1 AND revoked_at IS NULL',
  'INSERT INTO users (email, password_hash) VALUES ($1, $2) RETURNING id',
  'ALTER TABLE sessions ADD COLUMN refresh_token_hash text NOT NULL DEFAULT 0',
  '@@ -12,7 +12,9 @@ export function save(',
  'diff --git a/src/auth/token.ts b/src/auth/token.ts\nindex 3f78685..89e6c98 100644',
  '-  const secret = loadSecret();\n+  const secret = await loadSecret2();',
  'jobs:\n  build:\n    runs-on: ubuntu-24.04\n    env:\n      NODE_AUTH_TOKEN: ${{ secrets.NPM_TOKEN }}',
  'FROM node:22-alpine@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  'ENV NODE_ENV=production PORT=3000',
  '"@types/node": "^20.19.0", "typescript": "^7.0.2"',
  'resolved "https://registry.example/lodash/-/lodash-4.17.21.tgz#679591c564c3bffaae8454cf0b3df370c3d6911c"',
  'type Token = { kind: "word" | "number"; value: string; start: number };',
  'const tokens = lexer.tokenize(source); // Token[]',
  'interface Credentials { username: string; password: string }',
  'expect(redact("password=…")).toBe("password=[redacted:password]")',
  'password: [redacted:password]',
  'Authorization: Bearer [redacted:jwt]',
  'postgres://bob:[redacted:url-password]@db/x',
  'logger.info({ userId, tokenType: "refresh" }, "token issued");',
  'app.post("/login", rateLimit({ max: 5 }), async (req, res) => {',
  'def test_password_strength_v2(self): assert score("abc") < 3',
  'pub fn parse_token(input: &str) -> Result<Token, ParseError2> {',
  'func (s *Server) handleToken(w http.ResponseWriter, r *http.Request) {',
  'kubectl get secret db-credentials -o yaml',
  'aws secretsmanager get-secret-value --secret-id prod/db/password',
  'gh secret set NPM_TOKEN --body "$NPM_TOKEN"',
  'openssl genrsa -out key.pem 4096',
  'chmod 0600 ~/.ssh/id_ed25519',
  "TypeError: Cannot read properties of undefined (reading 'token')\n    at login (/srv/app/dist/auth.cjs:214:31)",
  'Error: listen EADDRINUSE: address already in use :::3000',
  'npm ERR! code E401 Unable to authenticate, need: Basic realm="Artifactory Realm"',
  'remote: Support for password authentication was removed on August 13, 2021.',
  'HTTP/1.1 401 Unauthorized\nwww-authenticate: Bearer realm="api", error="invalid_token"',
  '✔ 412 tests passed (18.3 s) · coverage 93.4%',
  'WS2: JWT validation middleware; 14 of 15 tests pass. Next: rotate refresh tokens.',
  'チェックポイントは正常に保存されました。パスワード: 必須',
  'Das Passwort ist erforderlich; der Token läuft nach 15 Minuten ab.',
  'a9c3f1e',
  'rev a9c3f1e..b7d2e04 (12 commits)',
  'build 20251003.4, version 1.14.0-rc.2+build.77',
  'ETag: "33a64df551425fcc55e4d42a148795d9f25f89d4"',
  'x-request-id: 0af7651916cd43dd8448eb211c80319c',
  'traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  'md5 d41d8cd98f00b204e9800998ecf8427e',
  'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKPs9A',
  '0x742d35Cc6634C0532925a3b844Bc454e4438f44e',
];

test('a benign text is not touched', () => {
  const generated = fixed.slice(0, 60).map((text, index) => `Step ${index}: ${text} — done in ${index * 37} ms.`);
  const benign = [...fixed, ...code, ...generated];
  assert.ok(benign.length >= 200, `${benign.length} texts`);
  const touched = benign.filter((text) => redactText(text).text !== text).map((text) => redactText(text).text);
  assert.deepEqual(touched, []);
});

test('hashes, ids, paths and times are never touched, whatever they are', () => {
  const timestamp = fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  const digest = fc.constantFrom(7, 12, 32, 40, 64, 128).map((length) => hex(length));
  const part = fc.stringMatching(/^[a-z][a-z0-9]{0,11}$/);
  const path = fc.array(part, { minLength: 2, maxLength: 5 }).map((parts) => `${parts.join('/')}.ts`);
  const id = fc.tuple(part, part).map(([type, project]) => `${type}_${project}_20251003_184530`);
  const integrity = fc.constant(0).map(() => `sha512-${pick(alnum, 86)}==`);
  fc.assert(
    fc.property(fc.oneof(timestamp, digest, path, id, integrity, fc.uuid()), (text) => {
      assert.equal(redactText(text).text, text);
      assert.equal(redactText(`Look at ${text}, please.`).text, `Look at ${text}, please.`);
    }),
  );
});

// The runner's time limit is what fails where the work is not linear.
test('a megabyte of almost secrets is searched in linear time', () => {
  const parts = new Set(secretPatterns().flatMap((pattern) => pattern.starts.split(' ')));
  for (const start of ['BEGIN PRIVATE KEY', '-----BEGIN PRIVATE KEY-----', 'password=', 'password: a1', 'token=a1b2']) {
    parts.add(start);
  }
  const hostile = [...parts].flatMap((part) => [
    part,
    `${part} `,
    `${part}a1B2`,
    `"${part}\\n`,
    `${part}${'a'.repeat(99)}.`,
  ]);
  // A text of 8 KB each: quadratic work in any of the thousands would be felt, exponential work would not end.
  for (const part of hostile) redactText(part.repeat(Math.ceil(8_000 / part.length)));
  const worst = ['eyJaaaaaaaaa.', 'eyJaaaaaaaaa.eyJaaaaaaaaa.', '://a:', 'password=', 'token=', 'AAAA'];
  worst.push('-----BEGIN PRIVATE KEY-----\n', '-----BEGIN PRIVATE KEY-----aaaa bbbb', 'password is ');
  for (const part of ['a', ' ', '\\', '"', '日', '://', 'curl ', 'eyJ']) {
    const text = part.repeat(Math.ceil(1_000_000 / part.length));
    assert.ok(redactText(text).text === text, part);
  }
  for (const part of worst) redactText(part.repeat(Math.ceil(1_000_000 / part.length)));
  redactText(`-----BEGIN PRIVATE KEY-----${'a'.repeat(1_000_000)}`);
  redactText(`eyJ${'a'.repeat(1_000_000)}`);
});

test('only what is new is redacted', () => {
  const old = githubToken();
  const fresh = githubToken();
  const previous: Json = { note: `old ${old}`, list: [`a ${old}`], [`name ${old}`]: 1, same: { deep: old } };
  const next: Json = {
    ...previous,
    list: [`new ${fresh}`, `a ${old}`],
    note: `old ${old}`,
    [`name ${old}`]: 2,
    [`name ${fresh}`]: 3,
    more: { text: fresh },
  };
  const { value, redacted } = redactNew(next, previous);
  assert.deepEqual(value, {
    note: `old ${old}`,
    list: ['new [redacted:github-token]', `a ${old}`],
    [`name ${old}`]: 2,
    same: { deep: old },
    'name [redacted:github-token]': 3,
    more: { text: '[redacted:github-token]' },
  });
  assert.deepEqual([...redacted].sort(), ['/list/0', '/more/text', '/name [redacted:github-token]']);
});

test('two member names that are secrets stay two members', () => {
  const one = githubToken();
  const two = githubToken();
  const taken = '[redacted:github-token]';
  const { value, redacted } = redactNew({ [one]: 1, [taken]: 'x', [two]: { a: two } }, undefined);
  assert.deepEqual(value, { [`${taken} 2`]: 1, [taken]: 'x', [`${taken} 3`]: { a: taken } });
  assert.deepEqual(redacted, [`/${taken} 2`, `/${taken} 3/a`, `/${taken} 3`]);
});

test('members that hold ids, hashes and paths are left alone, and free text beside them is not', () => {
  const secret = githubToken();
  const kept: JsonObject = {
    command: secret,
    feature: secret,
    head_commit: secret,
    checkpoint_id: secret,
    prd: secret,
    version: secret,
    status: secret,
    state: { current_phase: secret, completed_phases: [secret] },
    phases: { code: { files_created: [secret], files_modified: [secret], started_at: secret } },
    artifacts: { plan: secret, notes: [secret] },
    workflow_state: { plan_path: secret, plan: { hash: secret, path: secret }, run_id: secret },
    timestamp: secret,
  };
  assert.deepEqual(redactNew(kept, undefined), {
    value: { ...kept, artifacts: { plan: secret, notes: ['[redacted:github-token]'] } },
    redacted: ['/artifacts/notes/0'],
  });
  const free = {
    context_summary: secret,
    error: secret,
    message: secret,
    description: secret,
    workflow_state: { x: secret },
  };
  assert.deepEqual(redactNew(free, undefined).redacted, [
    '/context_summary',
    '/error',
    '/message',
    '/description',
    '/workflow_state/x',
  ]);
  assert.deepEqual(redactNew({ status: { text: secret } }, undefined).redacted, ['/status/text']);
});

test('a value whose member is named like a secret is redacted without further context', () => {
  const next = {
    password: 'hunter2',
    db_password: 'Tr0ub4dor&3',
    token: hex(40),
    apiKey: random(20),
    client_secret: random(30),
    token_count: 'about500tokens1',
    token_id: random(30),
    password_hint: 'hunter2',
    placeholder: { password: 'required', token: '${TOKEN}', api_key: '<your-key>', secret: uuid() },
  };
  assert.deepEqual(redactNew(next, undefined), {
    value: {
      ...next,
      password: '[redacted:password]',
      db_password: '[redacted:password]',
      token: '[redacted:secret]',
      apiKey: '[redacted:secret]',
      client_secret: '[redacted:secret]',
    },
    redacted: ['/password', '/db_password', '/token', '/apiKey', '/client_secret'],
  });
});

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const sampleTexts = secrets.map(([, secret, before, behind]) => `${before}${secret}${behind}`);
const { document } = fc.letrec<{ document: Json }>((tie) => ({
  document: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constantFrom<Json>(null, 1, true, 'plain', ...fixed.slice(0, 20)),
    fc.constantFrom<Json>(...sampleTexts),
    fc.array(tie('document'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('a', 'note', 'status', 'error', 'artifacts', 'token', 'x y'), tie('document'), {
      maxKeys: 4,
    }),
  ),
}));

test('redacting twice changes nothing more, and nothing is redacted against itself', () => {
  fc.assert(
    fc.property(document, (next) => {
      const frozen = deepFreeze(next);
      const once = redactNew(frozen, undefined);
      const twice = redactNew(once.value, undefined);
      assert.equal(twice.value, once.value);
      assert.deepEqual(twice.redacted, []);
      assert.deepEqual(redactNew(frozen, frozen), { value: frozen, redacted: [] });
      assert.deepEqual(redactNew(frozen, structuredClone(frozen)).redacted, []);
      if (once.redacted.length === 0) assert.equal(once.value, frozen);
      else assert.notEqual(once.value, frozen);
    }),
  );
});

test('parts that are the same object as before, or hold no secret, are the same object afterwards', () => {
  fc.assert(
    fc.property(document, document, (old, next) => {
      const previous = deepFreeze<JsonObject>({ old, other: 1 });
      const both = deepFreeze<JsonObject>({ old: previous['old'] ?? null, next, plain: { list: ['x', { y: 1 }] } });
      const { value, redacted } = redactNew(both, previous);
      assert.ok(isObject(value));
      assert.equal(value['old'], old);
      assert.equal(value['plain'], both['plain']);
      assert.equal(
        redacted.some((place) => !place.startsWith('/next')),
        false,
      );
      if (redacted.length === 0) assert.equal(value, both);
    }),
  );
});

test('text without a secret is returned as it is, whatever it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const { text: result, kinds } = redactText(text);
      assert.equal(kinds.length === 0, result === text);
    }),
  );
  assert.deepEqual(redactText(''), { text: '', kinds: [] });
});
