import { describe, expect, test } from 'vitest';
import { auditRow } from '../../platform/audit/audit.ts';
import { internalActor } from '../../platform/http/actor.ts';
import { inTransaction } from '../../platform/work.ts';
import { createLabUser, createUser } from '../../testing/factories.ts';
import { png } from '../../testing/pictures.ts';
import { formOf } from '../../testing/sign-in.ts';
import { openTestApp } from '../../testing/test-app.ts';
import { tidyEmailChanges } from '../email-change/tidy-email-changes.ts';
import { activateUser } from '../identity/activate.ts';

const t = await openTestApp();
const [one, two] = [
  await createUser(t.services, { is_staff: true, first_name: 'Stella', last_name: 'Staff' }),
  await createUser(t.services, { is_sales_manager: true, first_name: 'Sam', last_name: 'Sales' }),
];
const [staff, sales] = [await t.asStaff(one), await t.asStaff(two)];

let serial = 0;
const fieldsOf = (more: Record<string, string> = {}) => {
  serial += 1;
  return {
    name: 'Ada',
    email: `lab${serial}@lab.example`,
    company_name: `Lab ${serial}`,
    country: 'DE',
    ...more,
  };
};
const picture = (bytes: Uint8Array, name = 'logo.png') => new File([Buffer.from(bytes)], name);
const register = async (more: Record<string, string | Blob> = {}) => {
  const reply = await staff.post('/v1/cs/labs/register/', formOf({ ...fieldsOf(), ...more }));
  expect(reply.statusCode, reply.body).toBe(200);
  return (await staff.get(`/v1/cs/labs/${reply.json().id}/`)).json();
};
const editOf = ({ id, version, ...lab }: Record<string, string>, more: Record<string, string | Blob> = {}) =>
  [
    `/v1/cs/labs/${id}/edit/`,
    formOf({ ...fieldsOf({ email: lab.email ?? '' }), ...(version ? { version } : {}), ...more }),
  ] as const;
const pickerOf = async (user: { id: number }): Promise<{ company_name: string }[]> =>
  (await (await t.as(user)).get('/v1/labs/')).json().dental_labs;

describe('what is refused', () => {
  test('a lab with a missing name, a wrong address or an unknown country is refused by field', async () => {
    const reply = await staff.post(
      '/v1/cs/labs/register/',
      formOf({ name: ' ', email: 'no address', company_name: '', country: 'XX' }),
    );
    expect(reply.statusCode).toBe(400);
    expect(
      reply
        .json()
        .errors.map(({ field }: { field: string }) => field)
        .sort(),
    ).toEqual(['company_name', 'country', 'email', 'name']);
  });

  test('a logo that is no picture is refused, and no lab is registered', async () => {
    const fields = fieldsOf();
    const form = formOf({ ...fields, lab_logo: picture(Buffer.from('<svg/>'), 'logo.png') });
    const reply = await staff.post('/v1/cs/labs/register/', form);
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'picture_type_not_allowed']);
    const found = await staff.get(`/v1/cs/labs/?search=${encodeURIComponent(fields.email)}`);
    expect(found.json().labs).toEqual([]);
  });

  test('a second lab for the same address is refused, also concurrently', async () => {
    const fields = fieldsOf();
    const both = await Promise.all(
      [1, 2].map(() =>
        staff.post('/v1/cs/labs/register/', formOf({ ...fields, email: fields.email.toUpperCase() })),
      ),
    );
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(both.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('lab_exists');
  });

  test('a lab that does not exist is not found', async () => {
    expect((await staff.get('/v1/cs/labs/999999/')).statusCode).toBe(404);
    expect(
      (await staff.post(...editOf({ id: '999999', version: 'x', email: 'a@lab.example' }))).statusCode,
    ).toBe(404);
    expect((await staff.post('/v1/cs/labs/remove/', { ids: [999_999] })).statusCode).toBe(404);
  });

  test('a stale edit of a lab is refused with the name of who changed it days ago', async () => {
    const { db } = t.services;
    const fields = { ...fieldsOf(), user_id: null, logo_key: null };
    const { id } = await db.insertInto('lab').values(fields).returning('id').executeTakeFirstOrThrow();
    const entry = auditRow(internalActor(two.id), { action: 'lab_changed', object: { type: 'lab', id } });
    const at = new Date(Date.now() - 5 * 86_400_000);
    await db
      .insertInto('audit_log')
      .values({ ...entry, at })
      .execute();
    const late = await staff.post(...editOf({ id: String(id), version: 'stale', email: fields.email }));
    expect([late.statusCode, late.json().changed_by]).toEqual([409, 'Sam Sales']);
  });

  test('an edit of a stale version of a lab is refused with the name of who changed it; one without a version is not', async () => {
    const lab = await register();
    expect((await sales.post(...editOf(lab, { name: 'First' }))).statusCode).toBe(200);
    const late = await staff.post(...editOf(lab, { name: 'Second' }));
    expect([late.statusCode, late.json().changed_by]).toEqual([409, 'Sam Sales']);
    expect((await staff.get(`/v1/cs/labs/${lab.id}/`)).json().name).toBe('First');
    const { version: _, ...unversioned } = lab;
    expect((await staff.post(...editOf(unversioned, { name: 'Third' }))).statusCode).toBe(200);
    expect((await staff.get(`/v1/cs/labs/${lab.id}/`)).json().name).toBe('Third');
  });
});

describe('what clinics see', () => {
  test('a registered lab with an account shows in the picker until it is inactive or removed', async () => {
    const [reader, account] = [await createUser(t.services), await createLabUser(t.services)];
    const lab = await register({ email: account.email, company_name: 'Fine Lab' });
    expect(lab).toMatchObject({ has_account: true, is_active: true });
    expect((await pickerOf(reader)).map(({ company_name }) => company_name)).toContain('Fine Lab');
    await staff.post(...editOf(lab, { company_name: 'Fine Lab', is_active: 'false' }));
    expect((await pickerOf(reader)).map(({ company_name }) => company_name)).not.toContain('Fine Lab');
    expect((await staff.post('/v1/cs/labs/remove/', { ids: [lab.id] })).json()).toEqual({ removed: 1 });
    expect((await staff.get(`/v1/cs/labs/${lab.id}/`)).statusCode).toBe(404);
  });

  test('a lab whose account comes later is theirs when it is activated', async () => {
    const fields = fieldsOf();
    const lab = await register({ email: fields.email });
    expect(lab.has_account).toBe(false);
    const newcomer = await createLabUser(t.services, { email: fields.email, activated_at: null });
    const visitor = { ip: '', requestId: '', userAgent: '', language: 'en', brand: 'cusp' } as const;
    await inTransaction(t.services, visitor, (work) => activateUser(work, newcomer.id));
    expect((await staff.get(`/v1/cs/labs/${lab.id}/`)).json().has_account).toBe(true);
  });

  const changeAddress = async (userId: number, email: string) => {
    await staff.post(`/v1/cs/users/${userId}/email-change/`, { email, reason: 'A new domain' });
    const agreed = { new_agreed_at: new Date(), old_agreed_at: new Date() };
    await t.services.db.updateTable('email_change').set(agreed).where('user_id', '=', userId).execute();
    await tidyEmailChanges(t.services);
  };
  const labById = async (id: number) => (await staff.get(`/v1/cs/labs/${id}/`)).json();

  test('a lab whose account gets another address stays theirs, also after an edit', async () => {
    const [reader, account] = [await createUser(t.services), await createLabUser(t.services)];
    const { id } = await register({ email: account.email, company_name: 'Moved Lab' });
    const email = `moved-${account.email}`;
    await changeAddress(account.id, email);
    const moved = await labById(id);
    expect(moved).toMatchObject({ email, has_account: true });
    expect((await staff.post(...editOf(moved, { company_name: 'Moved Lab' }))).statusCode).toBe(200);
    expect((await pickerOf(reader)).map(({ company_name }) => company_name)).toContain('Moved Lab');
  });

  test('labs whose addresses one account has one after another keep addresses that differ', async () => {
    const account = await createLabUser(t.services);
    const [second, third] = [`second-${account.email}`, `third-${account.email}`];
    const first = await register({ email: account.email });
    const waiting = await register({ email: second });
    await changeAddress(account.id, second);
    expect(await labById(first.id)).toMatchObject({ email: account.email, has_account: true });
    expect(await labById(waiting.id)).toMatchObject({ email: second, has_account: true });
    await changeAddress(account.id, third);
    expect(await labById(first.id)).toMatchObject({ email: account.email });
    expect(await labById(waiting.id)).toMatchObject({ email: third });
    await staff.post(...editOf(await labById(waiting.id)));
    // An edit that changes only the case of the address keeps the account.
    const email = account.email.toUpperCase();
    expect((await staff.post(...editOf(await labById(first.id), { email }))).statusCode).toBe(200);
    expect(await labById(first.id)).toMatchObject({ has_account: true });
  });

  test('open pickers are updated, and each change is audited', async () => {
    const reader = await createUser(t.services);
    await t.as(reader);
    const lab = await register();
    const event = await t.services.db
      .selectFrom('event')
      .select(['name', 'audience'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(event.name).toBe('labs_modified');
    expect(event.audience).toContain(reader.id);
    const audited = await t.services.db
      .selectFrom('audit_log')
      .select(['action', 'user_id'])
      .where('object_type', '=', 'lab')
      .where('object_id', '=', lab.id)
      .execute();
    expect(audited).toEqual([{ action: 'lab_created', user_id: one.id }]);
  });
});

test('a logo is served to staff without a token, replaced and removed', async () => {
  const lab = await register({ lab_logo: picture(png()) });
  const logoOf = (cookie: string) =>
    t.nobody.request('GET', lab.lab_logo.replace('/heclore', ''), undefined, { cookie });
  const reply = await logoOf(`cusp-staff=${staff.cookie}`);
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/png']);
  expect((await logoOf(`cusp=${(await t.as(one)).cookie}`)).statusCode).toBe(403);
  expect((await staff.post(...editOf(lab))).statusCode).toBe(200);
  const kept = (await staff.get(`/v1/cs/labs/${lab.id}/`)).json();
  expect(kept.lab_logo).toBe(lab.lab_logo);
  await staff.post(...editOf(kept, { lab_logo: '' }));
  expect((await staff.get(`/v1/cs/labs/${lab.id}/`)).json().lab_logo).toBeNull();
});

describe('the list', () => {
  const read = async (query: string) => (await staff.get(`/v1/cs/labs/?${query}`)).json();
  const companies = ({ labs }: { labs: { company_name: string }[] }) =>
    labs.map(({ company_name }) => company_name);

  test('the list is searched by words, without case, accents or wildcards, and paged', async () => {
    for (let count = 0; count < 26; count += 1) await register({ company_name: `Ünique Dental ${count}` });
    const first = await read('search=dental+unique');
    expect([first.labs.length, first.page.count, first.page.num_pages]).toEqual([25, 26, 2]);
    const last = await read('search=unique&page=9');
    expect([last.labs.length, last.page.number]).toEqual([1, 2]);
    expect((await read('search=%25')).labs).toEqual([]);
    const all = await read('num_per_page=10');
    expect(all.page.count).toBeGreaterThanOrEqual(26);
    expect(all.labs).toHaveLength(10);
  });

  test('the list is sorted by each column both ways, and by company without one', async () => {
    const people = { Zeta: ['Anna', 'PL'], Émile: ['bert', 'DE'], anton: ['Cara', 'FR'] };
    for (const [company_name, [contact_name = '', country = '']] of Object.entries(people))
      await register({ company_name, contact_name, country, name: 'Sortable' });
    const found = async (sort: string) => companies(await read(`search=sortable&sort=${sort}`));
    expect(await found('')).toEqual(['anton', 'Émile', 'Zeta']);
    expect(await found('company_name+desc')).toEqual(['Zeta', 'Émile', 'anton']);
    expect(await found('contact_name+asc')).toEqual(['Zeta', 'Émile', 'anton']);
    expect(await found('country+asc')).toEqual(['Émile', 'anton', 'Zeta']);
    expect(await found('nonsense+asc')).toEqual(['anton', 'Émile', 'Zeta']);
    for (const column of ['name', 'email', 'state']) expect(await found(`${column}+asc`)).toHaveLength(3);
  });
});
