import assert from 'node:assert/strict';
import test from 'node:test';
import { countTokens, draftEstimate, estimateTokens, MAX_SUMMARY_TOKENS, validateContextSummary } from './tokens.js';

// Name, tokens by o200k, tokens by cl100k (both measured with gpt-tokenizer), text.
const samples: readonly (readonly [name: string, o200k: number, cl100k: number, text: string])[] = [
  [
    'English prose',
    54,
    54,
    'The pawl is the catch that keeps a ratchet from slipping back. Every phase of the work is saved before the next one begins, so that an agent that was interrupted can take up its task where it was left, instead of doing again what had been done.',
  ],
  [
    'technical prose',
    42,
    42,
    'Implemented JWT validation middleware with refresh-token rotation; 14 unit tests pass, the integration suite still fails on expired sessions. Next: fix the clock skew in verifyToken() and rerun the type-check gate.',
  ],
  [
    'a list of words',
    11,
    12,
    'authentication authorization middleware serialization idempotency reconciliation orchestration infrastructure',
  ],
  [
    'a list of paths',
    62,
    57,
    'src/rules/tokens.ts\nsrc/rules/tokens.test.ts\nsrc/families/command/transitions.ts\nsrc/store/file/state-dir.ts\n.claude/skills/build-pipeline/checkpoints/PRD-009.json\nnode_modules/@biomejs/biome/configuration_schema.json',
  ],
  [
    'Windows paths',
    37,
    36,
    'C:\\Users\\maria\\AppData\\Local\\Temp\\pawl-3f9a\\checkpoints\\orchestrate_auth_system_20251003_184530.json',
  ],
  [
    'TypeScript',
    34,
    31,
    "export function isJsonObject(value: unknown): value is JsonObject {\n  return typeof value === 'object' && value !== null && !Array.isArray(value);\n}\n",
  ],
  [
    'Python',
    62,
    62,
    'def resume(self, ref: str, *, max_age_days: int = 7) -> Decision:\n    """Decide what to do."""\n    runs = [r for r in self.store.list() if r.status != "complete"]\n    return max(runs, key=lambda r: r.updated_at)\n',
  ],
  [
    'minified JavaScript',
    54,
    51,
    'var e=t=>{let n=0;for(const r of t)n=(n<<5)-n+r.charCodeAt(0)|0;return(n>>>0).toString(36)};export{e as hash,o as a,i as b};',
  ],
  [
    'JSON',
    54,
    54,
    '{\n  "command": "implement",\n  "feature": "auth-system",\n  "version": 1,\n  "state": { "current_phase": "code", "completed_phases": ["plan", "research"], "pending_phases": [] }\n}',
  ],
  [
    'YAML',
    36,
    36,
    'phases:\n  - name: build\n    gates: [type-check, lint]\n    workstreams:\n      WS1: { owner: backend, depends_on: [] }\n',
  ],
  [
    'a shell session',
    53,
    54,
    '$ git log --oneline -3 && npm run verify 2>&1 | tail -n 20\nf2adb25 Build only the wanted tests\n01716d6 Lay out the project\nnpm ERR! code ELIFECYCLE errno 1',
  ],
  [
    'a stack trace',
    51,
    49,
    "TypeError: Cannot read properties of undefined (reading 'status')\n    at updatePhase (/srv/app/dist/manager.cjs:214:31)\n    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)",
  ],
  [
    'a diff',
    54,
    54,
    '@@ -12,7 +12,9 @@ export function save(\n-  const text = JSON.stringify(doc);\n+  const text = JSON.stringify(doc, null, 2);\n+  if (text.length > limits.maxBytes) throw tooLarge(text.length);\n',
  ],
  [
    'a Markdown table',
    44,
    44,
    '| command | does | exit |\n| --- | --- | ---: |\n| `pawl status` | one screen | 0 |\n| `pawl resume [REF]` | the decision | 6 |\n',
  ],
  ['commit ids', 44, 44, '3f786850e387550fdab836ed7e6dc881de23001b 89e6c98d92887913cadf06b2adb97f26cde4849b'],
  ['a SHA-256', 43, 43, '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  ['UUIDs', 42, 42, '550e8400-e29b-41d4-a716-446655440000, f47ac10b-58cc-4372-a567-0e02b2c3d479'],
  ['base64', 65, 72, 'n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg8WFMjkvVfcXZ2u0JqlRqAxb3LIoUj4PqTRi2wHc7hdA=='],
  [
    'an integrity hash',
    73,
    79,
    'sha512-Zq0vLkY8pM3xR1nTb5wHd7eJ2cGfUa9sXiOyKlQm4hVtBrWzE6DnCjPgSuFxIo0A1v3N5y7R9b2M4k6L8w==',
  ],
  ['timestamps', 42, 42, '2025-10-03T18:45:30.123Z 2025-10-03T18:46:02.998Z 1759517130 12:40:07'],
  ['numbers', 43, 43, '3.14159, 2.71828, 1000000, 42, -17.5e-3, 0xdeadbeef, 65536, 99.9%'],
  ['punctuation', 33, 33, '!@#$%^&*()_+{}|:"<>?~`-=[]\\;\',./ ... --- *** => !== ??= ?. && || << >>>'],
  ['random lower-case letters', 30, 30, 'qzkvmx wtrplk bcdfgh xkcdqv jhgfds zxcvbn plmokn qwrtzp'],
  ['random ASCII', 45, 48, 'x9#Kd!2mQ@z7&Lp$0vR^w8*Ht%5nB~c3+Yf=1sJ?e6/Ug:4aW'],
  ['indentation', 14, 14, 'a\n      b\n        c\n\n\n    d\n\t\te\n'],
  [
    'a long line of dashes',
    4,
    4,
    '--------------------------------------------------------------------------------\n================================================================================\n',
  ],
  ['box drawing', 38, 39, '┌──────────────┐\n│ plan     ✔   │\n├──────────────┤\n│ code     60% │\n└──────────────┘\n'],
  ['typographic signs', 30, 31, '“Quoted” — it’s done… → 3 × 4 ≤ 12 • €5 § 7 ± 0.5 °C'],
  ['emoji', 47, 68, '🚀 shipped 🎉 ✅ tests ❌ lint ⚠️ flaky 🐛🔥💾 👩‍💻👨‍👩‍👧‍👦 🇩🇪🇯🇵 👍🏽'],
  [
    'German',
    27,
    39,
    'Die Prüfung der Berechtigungen schlägt fehl, weil der Schlüssel abgelaufen ist; danach müssen alle Sitzungen neu aufgebaut werden.',
  ],
  [
    'French',
    26,
    32,
    'La vérification des autorisations échoue parce que la clé a expiré ; il faudra ensuite rétablir toutes les sessions.',
  ],
  [
    'Italian',
    33,
    34,
    'La verifica delle autorizzazioni non riesce perché la chiave è scaduta; in seguito occorre ricostruire tutte le sessioni degli utenti.',
  ],
  [
    'Indonesian',
    26,
    36,
    'Pemeriksaan hak akses gagal karena kunci sudah kedaluwarsa; setelah itu semua sesi pengguna harus dibuat ulang oleh administrator.',
  ],
  [
    'Polish',
    34,
    41,
    'Weryfikacja uprawnień nie powiodła się, ponieważ klucz wygasł; następnie należy odtworzyć wszystkie sesje użytkowników.',
  ],
  [
    'Turkish',
    27,
    40,
    'Anahtarın süresi dolduğu için yetki doğrulaması başarısız oldu; ardından tüm oturumlar yeniden kurulmalı.',
  ],
  [
    'Russian',
    26,
    40,
    'Проверка прав не удалась, потому что срок действия ключа истёк; затем нужно восстановить все сеансы.',
  ],
  [
    'Greek',
    37,
    101,
    'Ο έλεγχος δικαιωμάτων απέτυχε επειδή το κλειδί έληξε· στη συνέχεια πρέπει να αποκατασταθούν όλες οι συνεδρίες.',
  ],
  ['Arabic', 22, 55, 'تم حفظ المرحلة بنجاح ويمكن استئناف العمل من النقطة نفسها بعد انقطاع الجلسة.'],
  ['Hebrew', 26, 67, 'השלב נשמר בהצלחה וניתן להמשיך את העבודה מאותה נקודה לאחר ניתוק ההפעלה.'],
  ['Hindi', 29, 84, 'चरण सफलतापूर्वक सहेजा गया और सत्र टूटने के बाद उसी स्थान से काम जारी रखा जा सकता है।'],
  ['Thai', 29, 70, 'บันทึกขั้นตอนเรียบร้อยแล้ว สามารถทำงานต่อจากจุดเดิมได้หลังจากเซสชันถูกตัด'],
  [
    'Japanese',
    38,
    53,
    'チェックポイントは正常に保存されました。セッションが切れた後でも、同じ場所から作業を再開できます。次にテストを実行してください。',
  ],
  ['Simplified Chinese', 30, 39, '检查点已成功保存。会话中断后,可以从同一位置继续工作。请先查看日志,然后再运行测试。'],
  [
    'Traditional Chinese',
    43,
    58,
    '檢查點已成功儲存。工作階段中斷後,可以從同一位置繼續工作。請先查看記錄,然後再執行測試。',
  ],
  [
    'Korean',
    28,
    46,
    '체크포인트가 성공적으로 저장되었습니다. 세션이 끊긴 후에도 같은 위치에서 작업을 계속할 수 있습니다.',
  ],
];

test('the estimate is never below what real tokenizers count', () => {
  for (const [name, o200k, cl100k, text] of samples) {
    const estimate = estimateTokens(text);
    assert.ok(estimate >= Math.max(o200k, cl100k), `${name}: ${estimate}, really ${o200k} and ${cl100k}`);
  }
});

test('the estimate stays within twice the real count for nine texts in ten', () => {
  const high = samples.filter(([, o200k, cl100k, text]) => estimateTokens(text) > 2 * Math.max(o200k, cl100k));
  assert.ok(high.length * 10 <= samples.length, high.map(([name]) => name).join(', '));
});

test('the estimate of English prose is at most 1.6 times the real count', () => {
  for (const [name, o200k, , text] of samples.slice(0, 2)) {
    assert.ok(estimateTokens(text) <= 1.6 * o200k, name);
  }
});

test('the estimate of two texts together is about the sum of their estimates', () => {
  for (const [name, , , text] of samples) {
    const sum = 50 * estimateTokens(`${text}\n`);
    const together = estimateTokens(`${text}\n`.repeat(50));
    assert.ok(Math.abs(together - sum) <= 50 + sum * 0.05, `${name}: ${together} against ${sum}`);
  }
});

test('the estimate copes with a megabyte of anything', () => {
  for (const part of ['word ', 'a', 'A', '日', '🚀', ' ', '\n', '-', '=+', '0', '\0', '\u{d800}', 'aB3/']) {
    const estimate = estimateTokens(part.repeat(Math.ceil(1_000_000 / part.length)));
    assert.ok(estimate > 1_000 && estimate <= 4_000_000, `${JSON.stringify(part)}: ${estimate}`);
  }
});

test('an empty or absent text has an estimate of 0', () => {
  assert.equal(estimateTokens(''), 0);
  assert.equal(estimateTokens(null), 0);
  assert.equal(estimateTokens(undefined), 0);
});

test('words are counted between white space of any kind', () => {
  const cases: readonly (readonly [unknown, number])[] = [
    ['', 0],
    ['   \n\t ', 0],
    ['one', 1],
    ['  one  two\nthree\t', 3],
    ['a\u{a0}b\u{2003}c\u{feff}d', 4],
    ['チェックポイントを保存しました', 1],
    ['a-b c,d', 2],
  ];
  for (const [text, expected] of cases) {
    assert.equal(countTokens(text), expected, JSON.stringify(text));
    assert.equal(String(text).split(/\s+/).filter(Boolean).length, expected, 'the formula of the seeds');
  }
});

test('values that are not strings are counted as their string form', () => {
  assert.equal(countTokens(null), 0);
  assert.equal(countTokens(undefined), 0);
  assert.equal(countTokens(42), 1);
  assert.equal(countTokens(0), 1);
  assert.equal(countTokens(false), 1);
  assert.equal(countTokens({}), 2);
  assert.equal(countTokens(['a b', 'c']), 2);
  assert.equal(countTokens(Symbol('x')), 1);
});

test('a value that cannot become a string counts 0 and nothing is thrown', () => {
  const hostile: readonly unknown[] = [
    Object.create(null),
    {
      toString(): string {
        throw new Error('no');
      },
    },
    { toString: () => ({}), valueOf: () => ({}) },
    new Proxy(
      {},
      {
        get(): never {
          throw new Error('no');
        },
      },
    ),
  ];
  for (const value of hostile) {
    assert.equal(countTokens(value), 0);
    assert.equal(estimateTokens(value), 0);
    assert.deepEqual(validateContextSummary(value), { valid: true, tokenCount: 0, limit: 500 });
  }
});

test('a summary of 500 words is valid and one of 501 words is not', () => {
  assert.equal(MAX_SUMMARY_TOKENS, 500);
  assert.deepEqual(validateContextSummary('w '.repeat(500)), { valid: true, tokenCount: 500, limit: 500 });
  assert.deepEqual(validateContextSummary('w '.repeat(501)), {
    valid: false,
    tokenCount: 501,
    limit: 500,
    error: 'Context summary exceeds 500 token limit (actual: 501 tokens)',
  });
});

test('another limit is used and named in the error', () => {
  assert.deepEqual(validateContextSummary('one two three', 2), {
    valid: false,
    tokenCount: 3,
    limit: 2,
    error: 'Context summary exceeds 2 token limit (actual: 3 tokens)',
  });
  assert.deepEqual(validateContextSummary(null, 0), { valid: true, tokenCount: 0, limit: 0 });
});

test('drafts of one line are estimated word by word, as the whole line is', () => {
  const estimate = draftEstimate();
  for (const [, , , text] of samples) {
    const line = text.split(/\s+/).join(' ').trim();
    for (const draft of [line.slice(0, line.length / 2), line, line]) {
      // Sums of fractions in another order may end beside a whole number.
      assert.ok(Math.abs(estimate(draft) - estimateTokens(draft)) <= 1, draft);
    }
  }
});
