import type { peopleOfCountry, UserPlace } from '@cusp/contract/user-locations';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type * as z from 'zod';
import { createUser } from '../../testing/factories.ts';
import { createMember } from '../../testing/sign-in.ts';
import { type Client, openTestApp } from '../../testing/test-app.ts';

const t = await openTestApp();
const { db } = t.services;

let sam: Client;
beforeAll(async () => {
  sam = await t.asStaff(await createMember(t, { is_sales_manager: true }));
});
const places = async () => (await sam.get('/v1/cs/user-locations/')).json<{ places: UserPlace[] }>().places;
const people = async (query: string) =>
  (await sam.get(`/v1/cs/user-locations/people/?${query}`)).json<z.output<typeof peopleOfCountry.reply>>();

test.each(['is_device_manager', 'is_device_user_viewer'])('%s gets 403', async (flag) => {
  const other = await t.asStaff(await createMember(t, { [flag]: true }));
  expect((await other.get('/v1/cs/user-locations/')).statusCode).toBe(403);
  expect((await other.get('/v1/cs/user-locations/people/?country=DE')).statusCode).toBe(403);
});

test.each(['', 'country=Germany', 'country=de', "country=D'"])('people of "%s" get 400', async (query) => {
  expect((await sam.get(`/v1/cs/user-locations/people/?${query}`)).statusCode).toBe(400);
});

test('the tally follows people who come, confirm, move and go', async () => {
  const of = async (country: string) =>
    (await places()).flatMap((place) =>
      place.country === country ? [[place.role, place.is_confirmed, place.count]] : [],
    );
  const one = await createUser(t.services, { country: 'FJ', role: 'Dental Lab', activated_at: null });
  await createUser(t.services, { country: 'FJ', role: 'Dental Lab' });
  expect(await of('FJ')).toEqual([
    ['Dental Lab', false, 1],
    ['Dental Lab', true, 1],
  ]);
  const change = (values: object) =>
    db.updateTable('app_user').set(values).where('id', '=', one.id).execute();
  await change({ activated_at: new Date() });
  expect(await of('FJ')).toEqual([['Dental Lab', true, 2]]);
  await change({ country: 'MT' });
  expect(await of('MT')).toEqual([['Dental Lab', true, 1]]);
  await change({ deleted_at: new Date() });
  expect(await of('MT')).toEqual([]);
});

test('the tally agrees with the rows after many changes, several in one statement', async () => {
  const users = [];
  for (let at = 0; at < 40; at += 1)
    users.push(
      await createUser(t.services, {
        country: ['DE', 'KR', ''][at % 3],
        role: at % 2 ? 'Dental Lab' : 'Dealer',
        activated_at: at % 5 ? new Date() : null,
      }),
    );
  const ids = users.map(({ id }) => id);
  await sql`update app_user set country = 'IT' where id = any(${ids}) and role = 'Dealer' and country = 'DE'`.execute(
    db,
  );
  await sql`update app_user set deleted_at = now() where id = any(${ids}) and country = 'KR'`.execute(db);
  const { rows } = await sql`
    select case country when '' then 'none' else country end as country, role, upper(region) as region,
      activated_at is not null as is_confirmed, count(*)::bigint as count
    from app_user where deleted_at is null group by app_user.country, role, app_user.region, 4
  `.execute(db);
  const sorted = (list: unknown[]) =>
    list.map((each) => JSON.stringify(each, Object.keys(each as object).sort())).sort();
  expect(sorted(await places())).toEqual(sorted(rows));
});

test('people of a country come newest first, by page, and narrowed by every fact', async () => {
  const make = (role: 'Dealer' | 'Other', activated_at: Date | null) =>
    createUser(t.services, { country: 'IS', role, activated_at, last_name: 'Jónsdóttir' });
  const [first, second, third] = [
    await make('Dealer', new Date()),
    await make('Dealer', null),
    await make('Other', new Date()),
  ];
  const idsOf = async (more: string) => (await people(`country=IS${more}`)).users.map(({ id }) => id);
  expect(await idsOf('')).toEqual([third.id, second.id, first.id]);
  expect(await idsOf('&role=Dealer')).toEqual([second.id, first.id]);
  expect(await idsOf('&confirmed=no')).toEqual([second.id]);
  expect(await idsOf('&role=Dealer&confirmed=yes')).toEqual([first.id]);
  expect(await idsOf('&region=EU')).toEqual([]);
  expect(await idsOf('&search=jonsdottir')).toHaveLength(3);
  const page = await people('country=IS&num_per_page=2&page=2');
  expect(page.users.map(({ id }) => id)).toEqual([first.id]);
  expect(page.page).toMatchObject({ count: 3, num_pages: 2 });
});

test('people without a country have a list of their own', async () => {
  const { id } = await createUser(t.services, { country: '' });
  expect((await people('country=none')).users[0]?.id).toBe(id);
});
