import { expect, test } from 'vitest';
import { openTestApp } from '../../testing/test-app.ts';

const t = await openTestApp();

test('healthz and readyz succeed while everything is reachable', async () => {
  expect((await t.app.inject('/healthz')).json()).toEqual({ status: 'ok' });
  const ready = await t.app.inject('/readyz');
  expect(ready.statusCode).toBe(200);
  expect(ready.json().checks).toEqual({ database: true, files: true });
});

test('readyz names the part that is unreachable', async () => {
  const ready = t.services.storage.ready;
  t.services.storage.ready = () => Promise.reject(new Error('no disk'));
  const reply = await t.app.inject('/readyz');
  t.services.storage.ready = ready;
  expect(reply.statusCode).toBe(503);
  expect(reply.json().checks).toEqual({ database: true, files: false });
});

test('security headers are on every reply', async () => {
  const { headers } = await t.app.inject('/healthz');
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'self'");
  expect(policy).toContain("object-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe-inline');
  expect(policy).not.toContain("'unsafe-eval'");
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['x-frame-options']).toBe('DENY');
  expect(headers['referrer-policy']).toBe('no-referrer');
});
