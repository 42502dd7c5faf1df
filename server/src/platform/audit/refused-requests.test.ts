import { API_BASE } from '@cusp/contract/endpoint';
import { expect, test } from 'vitest';
import { createCase, createUser } from '../../testing/factories.ts';
import { openTestApp } from '../../testing/test-app.ts';

const t = await openTestApp({ rateLimitFactor: 1 });

/** Rows of refused requests since the last call. */
let seen = 0;
async function rows() {
  await t.app.refusedRequests.write();
  const found = await t.services.db
    .selectFrom('audit_log')
    .select(['id', 'action', 'result', 'user_id', 'session_id', 'ip', 'detail'])
    .where('action', 'in', ['authz_fail', 'excess_rate_limit_exceeded', 'input_validation_fail'])
    .where('id', '>', seen)
    .orderBy('id')
    .execute();
  seen = found.at(-1)?.id ?? seen;
  return found.map(({ id: _, ...row }) => row);
}

test('probing for foreign cases leaves one row with the person, the address, the count and the ids', async () => {
  const { no } = await createCase(t.services);
  const stranger = await createUser(t.services);
  const client = await t.as(stranger);
  const path = `/v1/cases/${no}/`;
  for (const _ of Array(3)) expect((await client.get(path)).statusCode).toBe(404);
  const since = expect.stringMatching(/^\d{4}-/);
  const call = `GET ${API_BASE}/v1/cases/:no`;
  expect(await rows()).toMatchObject([
    {
      action: 'authz_fail',
      result: 'refused',
      user_id: stranger.id,
      session_id: expect.any(String),
      ip: '127.0.0.1',
      detail: { code: 'not_found', call, count: 3, since, ids: [no] },
    },
  ]);
  expect(await rows()).toEqual([]);
});

test('rejected input and requests beyond a limit are rows of their own, without what was sent', async () => {
  const marker = 'Lindqvist-marker';
  for (const _ of Array(2)) await t.nobody.post('/v1/auth/login/', { username: [marker] });
  for (const _ of Array(40)) await t.nobody.post('/v1/auth/activate/', { token: marker });
  const found = await rows();
  expect(found.map(({ action }) => action)).toContain('input_validation_fail');
  expect(JSON.stringify(found)).not.toContain(marker);
  expect(found.every(({ user_id }) => user_id === null)).toBe(true);
});

test('neither one address nor many can write more than the limits', async () => {
  const note = (ip: string, n: number) =>
    t.app.refusedRequests.note(
      { knownAs: null, ip, method: 'GET', id: 'r', params: {}, routeOptions: { url: `/${n}` } } as never,
      { status: 403, code: 'forbidden' },
    );
  for (let n = 0; n < 500; n += 1) note('192.0.2.1', n);
  const ofOne = await rows();
  expect(ofOne).toHaveLength(51);
  expect(ofOne.at(-1)?.detail).toMatchObject({ is_rest: true, count: 450 });
  for (let n = 0; n < 5000; n += 1) note(`10.0.${n >> 8}.${n & 255}`, 1);
  const ofMany = await rows();
  expect(ofMany).toHaveLength(1001);
  expect(ofMany.at(-1)).toMatchObject({ ip: '', detail: { is_rest: true, count: 4000 } });
});

test('a page that does not exist is not a refusal', async () => {
  await t.nobody.get('/v1/nothing-here/');
  expect(await rows()).toEqual([]);
});
