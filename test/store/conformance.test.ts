// Both stores keep the contract.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import { formats } from '../../src/runs/project.js';
import { testStore } from '../../src/store/conformance.js';
import { FileStore } from '../../src/store/file/file-store.js';
import { MemoryStore } from '../../src/store/memory.js';
import { toAsync } from '../../src/store/store.js';

describe('memory', () => {
  testStore({
    test,
    async create() {
      let clock = new Date();
      const store = toAsync(new MemoryStore({ now: () => clock }));
      const setClock = (now: Date): void => void (clock = now);
      return { open: async () => store, destroy: async () => {}, isDurable: false, setClock };
    },
  });
});

describe('files', () => {
  testStore({
    test,
    async create() {
      let clock = new Date();
      const root = fs.mkdtempSync(path.join(os.tmpdir(), 'pawl-conformance-'));
      const open = async () => toAsync(new FileStore({ root, formats: Object.values(formats), now: () => clock }));
      const setClock = (now: Date): void => void (clock = now);
      return { open, destroy: async () => fs.rmSync(root, { recursive: true }), isDurable: true, setClock };
    },
  });
});
