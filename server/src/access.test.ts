import { ENDPOINTS } from '@cusp/contract/endpoints';
import { describe, expect, test } from 'vitest';
import { MATRIX, requestOf } from './testing/access/matrix.ts';
import { createWorld, PERSONAS } from './testing/access/world.ts';
import { openTestApp } from './testing/test-app.ts';

const t = await openTestApp();
const world = await createWorld(t);

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
