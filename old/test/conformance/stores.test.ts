// The same contract for every store.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import { families } from '../../src/service/families.js';
import { openFileStore } from '../../src/service/open.js';
import { testStore } from '../../src/store/conformance.js';
import { MemoryStore } from '../../src/store/memory.js';

describe('memory store', () => {
  testStore({
    test,
    create: async () => ({ durable: false, open: async () => new MemoryStore(), destroy: async () => undefined }),
  });
});

for (const publish of ['now', 'soon'] as const) {
  for (const segmentBytes of [4 * 1024 * 1024, 2_000]) {
    describe(`file store, publishing ${publish}, segments of ${segmentBytes} bytes`, () => {
      testStore({
        test: (name, run) => {
          const isTooMuch = segmentBytes < 10_000 && name.includes('1,000 op ids');
          void test(name, { skip: isTooMuch && 'with that many, every revision would begin a segment' }, run);
        },
        create: async () => {
          const root = mkdtempSync(path.join(tmpdir(), 'pawl-store-'));
          return {
            durable: true,
            open: async () => openFileStore(root, families, { publish, segmentBytes }),
            destroy: async () => rmSync(root, { recursive: true }),
          };
        },
      });
    });
  }
}
