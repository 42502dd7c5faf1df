import { ENDPOINTS } from '@cusp/contract/endpoints';
import { beforeAll, describe, expect, test } from 'vitest';
import { MATRIX, requestOf } from './testing/access/matrix.ts';
import { PERSONAS, type Persona } from './testing/access/personas.ts';
import { type Row, statusFor, type Try } from './testing/access/row.ts';
import { createWorld } from './testing/access/world.ts';
import { openTestApp } from './testing/test-app.ts';

const t = await openTestApp();
const common = await createWorld(t);

describe.each(ENDPOINTS)('$name', ({ name, endpoint }) => {
  const row: Row = MATRIX[name];
  const { ask, leadsTo, stream = false, ownWorld = false, slow = false, neverBecause } = row;
  let world = common;
  beforeAll(async () => {
    if (ownWorld) world = await createWorld(t);
  });

  const gets = (persona: Persona) => statusFor(row, persona, endpoint);
  const shared = new Map<number, Promise<Try>>();
  /** Reads and refusals with the same status share an object, because they do not change it; other calls get their own. */
  const asked = async (persona: Persona): Promise<Try> => {
    const status = gets(persona);
    if ((status < 400 && endpoint.method !== 'GET') || ownWorld) return ask(world, persona);
    const known = shared.get(status) ?? Promise.resolve(ask(world, persona));
    shared.set(status, known);
    return known;
  };

  test('somebody succeeds, or the row says why nobody can', () => {
    const isError = leadsTo?.includes('?error=') ?? false;
    const succeeds = PERSONAS.some((persona) => gets(persona) < 400) && !isError;
    expect(succeeds, 'give the row a real object or a reason').toBe(neverBecause === undefined);
  });

  const each = slow ? test.concurrent : test;
  each.each(PERSONAS)('for %s', async (persona) => {
    const { method, url, body, headers } = requestOf(name, await asked(persona));
    const { token } = await world.client(persona);
    const reply = await t.app.inject({
      method,
      url,
      headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(body === undefined ? {} : { payload: body as object }),
      ...(stream ? { payloadAsStream: true } : {}),
    });
    if (stream) reply.stream().destroy();
    expect(reply.statusCode, stream ? '' : reply.body.slice(0, 300)).toBe(gets(persona));
    if (reply.statusCode === 303) expect(reply.headers.location).toBe(leadsTo);
  });
});
