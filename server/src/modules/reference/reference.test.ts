import { ENDPOINTS } from '@cusp/contract/endpoints';
import { expect, test } from 'vitest';
import { readConfig } from '../../platform/config/config.ts';
import { createTestApp, openTestApp } from '../../testing/test-app.ts';

const t = await openTestApp();

test('the OpenAPI document names every endpoint of the contract once', async () => {
  const reply = await t.nobody.get('/openapi.json');
  expect(reply.statusCode).toBe(200);
  const document = reply.json();
  expect(document.openapi).toBe('3.1.0');
  const operations = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap((path) =>
    Object.values(path).map((operation) => operation.operationId),
  );
  expect(operations.toSorted()).toEqual(ENDPOINTS.map(({ name }) => name).toSorted());
});

test('the reference page uses its own scripts and no inline one', async () => {
  const page = await t.nobody.get('/docs/');
  expect(page.statusCode).toBe(200);
  expect(page.body).not.toMatch(/<script>/);
  for (const [, path] of page.body.matchAll(/(?:src|href)="([^"]+)"/g)) {
    const asset = await t.app.inject({ url: path ?? '' });
    expect(asset.statusCode, path).toBe(200);
  }
});

test('unneeded files of the page’s package are not served', async () => {
  const reply = await t.nobody.get('/docs/assets/package.json');
  expect(reply.statusCode).toBe(404);
});

test('the API reference is served in production only if it is wanted', async () => {
  expect(readConfig({ NODE_ENV: 'production' }).apiDocs).toBe(false);
  expect(readConfig({ NODE_ENV: 'production', API_DOCS: '1' }).apiDocs).toBe(true);
  const without = await createTestApp({ config: { apiDocs: false } });
  try {
    for (const path of ['/openapi.json', '/docs', '/docs/start.js', '/docs/assets/swagger-ui.css'])
      expect((await without.nobody.get(path)).statusCode, path).toBe(404);
  } finally {
    await without.close();
  }
});
