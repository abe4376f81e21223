// The YAML library as ES modules.
import { resolve } from 'node:path';

/**
 * Its CommonJS modules for Node are taken whole, and each is run at every start that reads a spec. The same code as ES modules is
 * taken as far as it is used, and begins as one.
 */
export const leanYaml = {
  name: 'lean yaml',
  setup({ onResolve }) {
    const path = resolve('node_modules/yaml/browser/dist/index.js');
    onResolve({ filter: /^yaml$/ }, () => ({ path, sideEffects: false }));
  },
};
