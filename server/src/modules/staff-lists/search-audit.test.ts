import { ENDPOINTS } from '@cusp/contract/endpoints';
import { expect, test } from 'vitest';
import { createDevice } from '../../testing/devices.ts';
import { createUser } from '../../testing/factories.ts';
import { openTestApp } from '../../testing/test-app.ts';

const t = await openTestApp();
const everybody = await createUser(t.services, {
  is_staff: true,
  is_device_manager: true,
  is_sales_manager: true,
  is_device_user_viewer: true,
});
const staff = await t.asStaff(everybody);

/** Every staff list that can be searched; exports are audited as such. */
const LISTS = ENDPOINTS.filter(
  ({ endpoint }) =>
    endpoint.staff &&
    endpoint.method === 'GET' &&
    typeof endpoint.reply === 'object' &&
    'search' in Object(endpoint.query?.safeParse({ search: 'x' }).data) &&
    !/:|export/.test(endpoint.path),
).map(({ endpoint }) => endpoint.path);

const logged = () =>
  t.services.db
    .selectFrom('audit_log')
    .select(['user_id', 'detail'])
    .where('action', '=', 'sensitive_read')
    .orderBy('id')
    .execute();

test('the lists of devices, labs, cases and connections are among those that can be searched', () => {
  for (const list of ['/v1/cs/devices/', '/v1/cs/labs/', '/v1/cs/cases/', '/v1/cs/connections/'])
    expect(LISTS).toContain(list);
});

test.each(LISTS)(
  'a search of %s is audited with its hits and without its text; reading the list is not',
  async (path) => {
    await createDevice(t.services, everybody, { model: 'Findling' });
    const before = (await logged()).length;
    expect((await staff.get(path)).statusCode).toBe(200);
    expect((await staff.get(`${path}?search=%20`)).statusCode).toBe(200);
    expect(await logged()).toHaveLength(before);
    const reply = await staff.get(`${path}?search=Findling`);
    const entries = (await logged()).slice(before);
    expect(entries).toEqual([
      { user_id: everybody.id, detail: { list: path, hits: reply.json().page.total_num } },
    ]);
    expect(JSON.stringify(entries)).not.toContain('indling');
  },
);

test('a search that is refused is not audited', async () => {
  const viewer = await t.asStaff(await createUser(t.services, { is_device_user_viewer: true }));
  const before = (await logged()).length;
  expect((await viewer.get('/v1/cs/devices/?search=x')).statusCode).toBe(403);
  expect((await viewer.get('/v1/cs/cases/?search=x')).statusCode).toBe(403);
  expect(await logged()).toHaveLength(before);
});
