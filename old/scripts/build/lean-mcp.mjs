// The MCP SDK without what the program does itself.
import { readFileSync } from 'node:fs';

/**
 * The MCP SDK brings a JSON Schema validator and a generator of JSON Schemas for tools that are described with zod. Ours are
 * described and checked by the program itself: both stay out, which is 50 KB of the packed program.
 */
export const leanMcp = {
  name: 'lean mcp',
  setup({ onLoad }) {
    onLoad({ filter: /@modelcontextprotocol.server.dist.shimsNode\.mjs$/ }, () => ({
      contents:
        "export { default as process } from 'node:process';\n" +
        'export class DefaultJsonSchemaValidator { getValidator() { throw new Error("no JSON Schema validator is built in"); } }',
    }));
    // `serveStdio` knows two kinds of servers and ours is the plain one: of the other only the class itself is left.
    onLoad({ filter: /@modelcontextprotocol.server.dist.mcp-\w+\.mjs$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      const region = /^\/\/#region src\/server\/mcp\.ts$[^]*?^\/\/#endregion$/m;
      if (!region.test(source)) throw new Error('the MCP SDK has changed: look at scripts/build/lean-mcp.mjs');
      return { contents: source.replace(region, 'var McpServer = class {}; var ResourceTemplate = class {};') };
    });
    // Who may connect over HTTP is no question for a server that its client starts itself.
    onLoad({ filter: /@modelcontextprotocol.core.dist.auth-[\w-]+\.mjs$/ }, ({ path }) => {
      const names = [...readFileSync(path, 'utf8').matchAll(/\w+Schema as (\w+)/g)].map(([, name]) => name);
      if (names.length === 0) throw new Error('the MCP SDK has changed: look at scripts/build/lean-mcp.mjs');
      return { contents: `const none = undefined;\nexport { ${names.map((name) => `none as ${name}`).join(', ')} };` };
    });
    // What is wrong with a tool's arguments the program says itself; here it is about the protocol, and its place and kind are told.
    onLoad({ filter: /zod.v4.locales.en\.js$/ }, () => ({
      contents: 'export default () => ({ localeError: ({ code }) => `Invalid input: ${code}` });',
    }));
    onLoad({ filter: /zod.v4.core.(?:to-json-schema|json-schema-processors)\.js$/ }, ({ path }) => {
      const names = [...readFileSync(path, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm)].map(
        ([, name]) => name,
      );
      return { contents: names.map((name) => `export const ${name} = () => () => ({});`).join('\n') };
    });
  },
};
