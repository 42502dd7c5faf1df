import type { CountedPage } from '@cusp/contract/staff-lists';
import type { StaffUser, StaffUserDetail } from '@cusp/contract/staff-users';
import { STAFF_USER_SORTS } from '@cusp/contract/staff-users.routes';
import readXlsxFile from 'read-excel-file/node';
import { describe, expect, test } from 'vitest';
import { createDevice, createRegistration } from '../../testing/devices.ts';
import { createConnection, createGroup, createLabUser, createUser } from '../../testing/factories.ts';
import { openTestApp } from '../../testing/test-app.ts';

const t = await openTestApp();
const { db } = t.services;
const staff = await t.asStaff(
  await createUser(t.services, { is_staff: true, first_name: 'Stella', last_name: 'Staff' }),
);
const sales = await t.asStaff(await createUser(t.services, { is_sales_manager: true }));

type List = { users: StaffUser[]; page: CountedPage };
const list = async (query = '', client = staff) => (await client.get(`/v1/cs/users/?${query}`)).json<List>();
const emails = ({ users }: List) => users.map(({ email }) => email);
const detail = async (id: number, client = staff) => {
  const reply = await client.get(`/v1/cs/users/${id}/`);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<StaffUserDetail>();
};

describe('the list', () => {
  test('the list counts by role, and deleted accounts are not in it', async () => {
    const before = await list();
    const beforeLabs = await list('role=Dental+Lab');
    const [lab, dealer] = [await createLabUser(t.services), await createUser(t.services, { role: 'Dealer' })];
    expect((await list()).page.count - before.page.count).toBe(2);
    const labs = await list('role=Dental+Lab&num_per_page=100');
    expect(labs.page.count - beforeLabs.page.count).toBe(1);
    expect(labs.users.every(({ role }) => role === 'Dental Lab')).toBe(true);
    await db.updateTable('app_user').set({ role: 'Dental Lab' }).where('id', '=', dealer.id).execute();
    expect((await list('role=Dental+Lab')).page.count - beforeLabs.page.count).toBe(2);
    await db.updateTable('app_user').set({ deleted_at: new Date() }).where('id', '=', lab.id).execute();
    expect((await list('role=Dental+Lab')).page.count - beforeLabs.page.count).toBe(1);
    expect(emails(await list(`search=${lab.email}`))).toEqual([]);
  });

  test('the list finds people by parts of name, address and institution, together with the role', async () => {
    const anna = await createUser(t.services, {
      first_name: 'Zdeňka',
      last_name: "O'Brien",
      institution: 'Praxis Köpenick',
      email: 'zdenka.x77@praxis.example',
    });
    const kim = await createLabUser(t.services, {
      first_name: '민준',
      last_name: '김',
      institution: 'Köpenick',
    });
    for (const words of ['zdenka', "o'brien", 'x77@praxis', 'kopenick praxis'])
      expect([words, emails(await list(`search=${encodeURIComponent(words)}`))]).toEqual([
        words,
        [anna.email],
      ]);
    expect(emails(await list(`search=${encodeURIComponent('김민준')}`))).toEqual([kim.email]);
    expect(emails(await list('search=kopenick&role=Dental+Lab'))).toEqual([kim.email]);
    expect(emails(await list('search=%25'))).toEqual([]);
  });

  test('the list is sorted by each column both ways', async () => {
    const people = ['émile', 'Anna', 'Zoë'];
    for (const [at, first_name] of people.entries())
      await createUser(t.services, {
        first_name,
        last_name: 'Sortable',
        institution: `${3 - at} Sortable`,
        country: ['AT', 'DE', 'FR'][at] ?? 'US',
        email: `sortable${at}@cusp.example`,
        role: (['Dealer', 'Dental Clinic', 'Dental Lab'] as const)[at] ?? 'Other',
        last_sign_in_at: at === 0 ? null : new Date(2026, 1, at),
        created_at: new Date(2026, 0, at + 1),
      });
    const order = async (sort: string) =>
      (await list(`search=sortable&sort=${encodeURIComponent(sort)}`)).users
        .map(({ email }) => email[8])
        .join('');
    for (const column of STAFF_USER_SORTS) {
      const asc = { name: '102', institution: '210' }[column as string] ?? '012';
      expect([column, await order(`${column} asc`)]).toEqual([column, asc]);
      expect([column, await order(`${column} desc`)]).toEqual([column, [...asc].reverse().join('')]);
    }
  });

  test('the list of one kind of institution is sorted and paged by each column, beyond the end to the last page', async () => {
    for (const last_name of ['Zwei', 'Drei', 'Eins'])
      await createUser(t.services, {
        first_name: 'Narrow',
        last_name,
        role: 'Other',
        institution: last_name,
      });
    for (const column of STAFF_USER_SORTS) {
      const of = async (query: string) => emails(await list(`role=Other&sort=${column}+asc&${query}`));
      const all = await of('num_per_page=100');
      const paged: string[] = [];
      for (let page = 1; page <= all.length; page += 1)
        paged.push(...(await of(`num_per_page=1&page=${page}`)));
      expect([column, paged]).toEqual([column, all]);
      expect(await of('num_per_page=1&page=999')).toEqual(all.slice(-1));
      expect((await list(`role=Other&sort=${column}+asc`)).page.count).toBe(all.length);
    }
  });

  test('pages from both ends agree with one long page', async () => {
    const all = emails(await list('num_per_page=100&sort=email+asc'));
    const pages = Math.ceil(all.length / 7);
    const paged: string[] = [];
    for (let page = 1; page <= pages; page += 1)
      paged.push(...emails(await list(`num_per_page=7&sort=email+asc&page=${page}`)));
    expect(paged).toEqual(all);
  });
});

describe('one user', () => {
  test('an unknown id is not found', async () => {
    expect((await staff.get('/v1/cs/users/999999999/')).statusCode).toBe(404);
    expect((await staff.get('/v1/cs/users/nobody/')).statusCode).toBe(404);
  });

  test('one user shows group, connections, scanners and sessions', async () => {
    const [anna, mate, lab] = [
      await createUser(t.services),
      await createUser(t.services, { first_name: 'Otto', last_name: 'Own' }),
      await createLabUser(t.services),
    ];
    const group = await createGroup(t.services, mate, [anna]);
    await createConnection(t.services, anna, lab);
    const device = await createDevice(t.services, mate);
    await createRegistration(t.services, device, anna);
    const client = await t.as(anna);
    const shown = await detail(anna.id);
    expect(shown).toMatchObject({
      email: anna.email,
      state: 'active',
      region: 'US',
      block: null,
      group: { id: group.id, is_owner: false, owner: { id: mate.id, name: 'Otto Own' }, members: 1 },
      connections: { accepted: 1, designated: 0, pending: 0, rejected: 0 },
      scanners: [{ device_id: device.id, udi: device.udi, is_confirmed: true }],
      sign_in: { has_password: false, social: [], has_app: false, passkeys: 0, recovery_codes: 0 },
      log: [],
    });
    expect(shown.sessions).toMatchObject([{ area: 'customer', ip: '127.0.0.1' }]);
    expect((await client.get('/v1/auth/check/')).statusCode).toBe(200);
    const connections = (await staff.get(`/v1/cs/users/${anna.id}/connections/`)).json();
    expect(connections).toMatchObject({
      connections: [{ status: 'ACCD', is_owner: true, user_id: lab.id, email: lab.email }],
      page: { count: 1 },
    });
  });

  test('sales managers see no sessions, because these have addresses of networks', async () => {
    const anna = await createUser(t.services);
    await t.as(anna);
    expect((await detail(anna.id, sales)).sessions).toBeNull();
  });

  test('nothing personal is shown of a deleted account', async () => {
    const gone = await createUser(t.services, { phone: '+49 30 123456', deleted_at: new Date() });
    expect(await detail(gone.id)).toMatchObject({ state: 'deleted', name: '', email: '', phone: '' });
  });

  test.each([
    ['not_activated', { activated_at: null }],
    ['active', {}],
  ])('the state %s', async (state, overrides) => {
    const user = await createUser(t.services, overrides);
    expect((await detail(user.id)).state).toBe(state);
  });
});

describe('the Excel file', () => {
  test('the Excel file has what search, role and sort show on all pages, and the audit log has the filter without words', async () => {
    for (const at of [1, 2, 3])
      await createUser(t.services, { first_name: '=1+1', last_name: `Sheeted${at}`, role: 'Other' });
    await createUser(t.services, { last_name: 'Sheeted4' });
    const reply = await sales.get('/v1/cs/users/excel/?search=sheeted&role=Other&sort=name+desc');
    expect([reply.statusCode, reply.headers['content-disposition']]).toEqual([
      200,
      expect.stringContaining('Users.xlsx'),
    ]);
    const [sheet] = await readXlsxFile(reply.rawPayload);
    const rows = sheet?.data ?? [];
    expect(rows.slice(1).map((row) => row[0])).toEqual(['=1+1 Sheeted3', '=1+1 Sheeted2', '=1+1 Sheeted1']);
    expect(rows[1]?.[7]).toBeInstanceOf(Date);
    const logged = await db
      .selectFrom('audit_log')
      .select('detail')
      .where('action', '=', 'list_exported')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(logged?.detail).toEqual({
      list: 'other_users',
      filter: { searched: true, sort: 'name desc' },
      rows: 3,
    });
  });
});
