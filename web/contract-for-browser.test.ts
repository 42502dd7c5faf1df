import { join } from 'node:path';
import type { Endpoint } from '@cusp/contract/endpoint';
import { build, type Plugin } from 'vite';
import { describe, expect, test } from 'vitest';
import { contractForBrowser } from './contract-for-browser.ts';

const CONTRACT = join(import.meta.dirname, '../contract/src');
const ENTRY = 'virtual:entry';

/** What the browser's build makes of a module that takes from the contract. */
async function built(entry: string, plugins: Plugin[] = [contractForBrowser()]): Promise<string> {
  const source: Plugin = {
    name: 'entry',
    enforce: 'pre',
    resolveId: (id) => (id === ENTRY ? id : null),
    load: (id) => (id === ENTRY ? entry.replaceAll('contract/', `${CONTRACT}/`) : null),
  };
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [source, ...plugins],
    build: {
      write: false,
      minify: false,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: ENTRY, preserveEntrySignatures: 'strict' },
    },
  });
  const [bundle] = [output].flat();
  if (!bundle || !('output' in bundle)) throw new Error('nothing was built');
  return bundle.output[0].code;
}
const run = async (code: string): Promise<Record<string, unknown>> =>
  import(`data:text/javascript,${encodeURIComponent(code)}`);
const ZOD = /ZodObject|\$ZodType/;

const ENDPOINTS = `
  export { addComment } from 'contract/comments.ts';
  export { labLogo } from 'contract/connections.ts';
`;

describe('an endpoint', () => {
  test('keeps what a call needs and nothing that only the server reads', async () => {
    const { addComment, labLogo } = await run(await built(ENDPOINTS));
    expect(addComment).toEqual({ method: 'POST', path: '/v1/cases/:id/comment/', access: 'user' });
    expect(labLogo).toMatchObject({ method: 'GET', reply: 'bytes' } satisfies Partial<Endpoint>);
  });

  test('brings no schemas along, as it would without the plugin', async () => {
    expect(await built(ENDPOINTS)).not.toMatch(ZOD);
    expect(await built(ENDPOINTS, [])).toMatch(ZOD);
  });
});

test('a schema that the browser asks for is there and works', async () => {
  const code = await built(`export { COMMENT_MAX } from 'contract/comments.ts';
    import { ServerLoc } from 'contract/wire.ts';
    export const taken = ['EU', 'Mars'].map((place) => ServerLoc.safeParse(place).success);`);
  expect(await run(code)).toMatchObject({ COMMENT_MAX: 10_000, taken: [true, false] });
});

test('a constant of the contract costs no schema', async () => {
  const code = await built(`export { COMMENT_MAX } from 'contract/comments.ts';`);
  expect(code).not.toMatch(ZOD);
  expect(await run(code)).toMatchObject({ COMMENT_MAX: 10_000 });
});
