import { ENDPOINTS } from '@cusp/contract/endpoints';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MATRIX, requestOf } from './testing/access/matrix.ts';
import { createWorld, PERSONAS, type World } from './testing/access/world.ts';
import { createTestApp, type TestApp } from './testing/test-app.ts';

let t: TestApp;
let world: World;
beforeAll(async () => {
  t = await createTestApp();
  world = await createWorld(t);
});
afterAll(() => t.close());

describe.each(ENDPOINTS.map(({ name }) => name))('%s', (name) => {
  const { ask, gets, stream = false } = MATRIX[name];
  test.each(PERSONAS)('for %s', async (persona) => {
    const { method, url, body } = requestOf(name, await ask(world));
    const { token } = await world.client(persona);
    const reply = await t.app.inject({
      method,
      url,
      headers: token ? { authorization: `Bearer ${token}` } : {},
      ...(body === undefined ? {} : { payload: body as object }),
      ...(stream ? { payloadAsStream: true } : {}),
    });
    if (stream) reply.stream().destroy();
    expect(reply.statusCode, stream ? '' : reply.body.slice(0, 300)).toBe(gets[persona] ?? gets.others);
  });
});
