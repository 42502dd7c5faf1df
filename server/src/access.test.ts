import { ENDPOINTS } from '@cusp/contract/endpoints';
import { beforeAll, describe, expect, test } from 'vitest';
import { MATRIX, requestOf } from './testing/access/matrix.ts';
import { PERSONAS } from './testing/access/personas.ts';
import { type Row, statusFor } from './testing/access/row.ts';
import { createWorld } from './testing/access/world.ts';
import { openTestApp } from './testing/test-app.ts';

const t = await openTestApp();
const shared = await createWorld(t);

describe.each(ENDPOINTS)('$name', ({ name, endpoint }) => {
  const row: Row = MATRIX[name];
  const { ask, gets, stream = false, ownWorld = false, neverBecause } = row;
  let world = shared;
  beforeAll(async () => {
    if (ownWorld) world = await createWorld(t);
  });

  test('lets somebody in, or says why nobody can be', () => {
    const succeeds = Object.values(gets).some((status) => status < 400);
    expect(succeeds || Boolean(neverBecause), 'give the row a real object or a reason').toBe(true);
  });

  test.each(PERSONAS)('for %s', async (persona) => {
    const { method, url, body, headers } = requestOf(name, await ask(world, persona));
    const { token } = await world.client(persona);
    const reply = await t.app.inject({
      method,
      url,
      headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(body === undefined ? {} : { payload: body as object }),
      ...(stream ? { payloadAsStream: true } : {}),
    });
    if (stream) reply.stream().destroy();
    expect(reply.statusCode, stream ? '' : reply.body.slice(0, 300)).toBe(
      statusFor(row, persona, endpoint.access),
    );
  });
});
