import { ENDPOINTS } from '@cusp/contract/endpoints';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MATRIX, requestOf } from './testing/access/matrix.ts';
import { statusFor } from './testing/access/row.ts';
import { createWorld } from './testing/access/world.ts';
import { supportClient } from './testing/support.ts';
import { openTestApp } from './testing/test-app.ts';

const t = await openTestApp();
const world = await createWorld(t);

/** Endpoints that a support session may call successfully. */
const allowed = ENDPOINTS.filter(
  ({ name, endpoint }) =>
    endpoint.access !== 'public' &&
    !MATRIX[name].stream &&
    statusFor(MATRIX[name], 'supportWrite', endpoint) < 300,
);

test('after every call of a support session each event and audit row names both people', async () => {
  const { author, supportWrite } = world.people;
  const client = await supportClient(t, supportWrite, author, { mode: 'write' });
  const log = () =>
    t.services.db.selectFrom('audit_log').select(['id', 'action', 'user_id', 'acting_for', 'session_id']);
  const events = () => t.services.db.selectFrom('event').select(['id', 'name', 'actor_id', 'acting_for']);
  const succeeded = new Set<string>();
  const inAnyOrder = fc.shuffledSubarray(allowed, { minLength: allowed.length });
  for (const { name } of fc.sample(inAnyOrder, { numRuns: 1, seed: 14 }).flat()) {
    const { method, url, body, headers } = requestOf(name, await MATRIX[name].ask(world, 'supportWrite'));
    // Creating the object wrote rows too; only later ones count.
    const newest = {
      log: (await log().orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? 0,
      event: (await events().orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? 0,
    };
    const reply = await t.app.inject({
      method,
      url,
      headers: { ...headers, authorization: `Bearer ${client.token}` },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    if (reply.statusCode < 300) succeeded.add(name);
    const both = { user: author.id, staff: supportWrite.id };
    for (const row of await log().where('id', '>', newest.log).execute())
      expect({ user: row.user_id, staff: row.acting_for }, `${name}: ${row.action}`).toEqual(both);
    for (const row of await events().where('id', '>', newest.event).execute())
      expect({ user: row.actor_id, staff: row.acting_for }, `${name}: ${row.name}`).toEqual(both);
  }
  expect(allowed.map(({ name }) => name).filter((name) => !succeeded.has(name))).toEqual([]);
  const calls = await log()
    .where('session_id', '=', client.sessionId)
    .where('action', '=', 'support_call')
    .execute();
  expect(calls).toHaveLength(allowed.length);
}, 120_000);
