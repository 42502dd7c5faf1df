import type { StaffDevice } from '@cusp/contract/staff-devices';
import type { CountedPage } from '@cusp/contract/staff-lists';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createUser } from '../../testing/factories.ts';
import { openTestApp } from '../../testing/test-app.ts';

const t = await openTestApp();
const { db } = t.services;
const staff = await t.asStaff(await createUser(t.services, { is_device_manager: true }));

const PAGE = 100;
// Every second device has no production date, so the two kinds meet in the middle of a list by date.
await sql`
  insert into device (udi, udi_key, udi_kind, serial_no, serial_key, model, prod_date)
  select 'F' || n, 'F' || n, 'other', 'S' || n, 'S' || n, 'Far',
    case when n % 2 = 0 then date '2020-01-01' + n % 700 end
  from generate_series(1, 24000) as n
`.execute(db);

const page = async (sort: string, number: number) => {
  const reply = await staff.get(`/v1/cs/devices/?sort=${sort}&num_per_page=${PAGE}&page=${number}`);
  return reply.json<{ devices: StaffDevice[] }>().devices.map(({ id }) => id);
};
const order = async (by: string) => {
  const { rows } = await sql<{ id: number }>`
    select id from device where removed_at is null order by ${sql.raw(by)}
  `.execute(db);
  return rows.map(({ id }) => id);
};

test.each([
  ['udi asc', 'udi_key collate "C", id'],
  ['udi desc', 'udi_key collate "C" desc, id desc'],
  ['prod_date asc', 'prod_date, id'],
  ['prod_date desc', 'prod_date desc, id desc'],
])(
  'by %s, pages far from both ends are those of the list, in whatever order they are read',
  async (sort, by) => {
    const all = await order(by);
    const part = (number: number) => all.slice((number - 1) * PAGE, number * PAGE);
    // Forwards, again, backwards from a cached page, across the middle, and near the ends.
    for (const number of [105, 112, 105, 120, 121, 122, 139, 130, 1, 101])
      expect([number, await page(sort, number)]).toEqual([number, part(number)]);
  },
);

test('neighbouring pages share no row and leave none out, also after rows were removed', async () => {
  const [first, second] = [await page('udi asc', 110), await page('udi asc', 111)];
  await db
    .updateTable('device')
    .set({ removed_at: new Date() })
    .where('id', 'in', [first[0] ?? 0, second[0] ?? 0, second[1] ?? 0])
    .execute();
  const [firstNow, secondNow] = [await page('udi asc', 110), await page('udi asc', 111)];
  const all = await order('udi_key collate "C", id');
  const at = all.indexOf(firstNow[0] ?? 0);
  expect([...firstNow, ...secondNow]).toEqual(all.slice(at, at + 2 * PAGE));
});

test('a common search is counted once a minute, or when a page has no rows left', async () => {
  const search = async (number: number) => {
    const reply = await staff.get(
      `/v1/cs/devices/?search=far&sort=udi+asc&num_per_page=${PAGE}&page=${number}`,
    );
    const { devices, page } = reply.json<{ devices: StaffDevice[]; page: CountedPage }>();
    return { ids: devices.map(({ id }) => id), count: page.count, isCut: page.is_cut ?? false };
  };
  const all = await order('udi_key collate "C", id');
  for (const number of [1, 10, 1])
    expect(await search(number)).toEqual({
      ids: all.slice((number - 1) * PAGE, number * PAGE),
      count: 1000,
      isCut: true,
    });
  await db
    .updateTable('device')
    .set({ removed_at: new Date() })
    .where('id', 'not in', all.slice(0, 2 * PAGE))
    .execute();
  expect(await search(1)).toEqual({ ids: all.slice(0, PAGE), count: 1000, isCut: true });
  const left = { count: 2 * PAGE, isCut: false };
  expect(await search(10)).toEqual({ ids: all.slice(PAGE, 2 * PAGE), ...left });
  expect(await search(1)).toEqual({ ids: all.slice(0, PAGE), ...left });
});
