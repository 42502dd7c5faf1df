import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { VIEW_FILTERS } from '../../testing/case-lists.ts';
import { exportsOf } from '../../testing/data-exports.ts';
import { TEMPLATE_FIELDS } from '../../testing/draft-forms.ts';
import { createPasskey, createUser } from '../../testing/factories.ts';
import { createMove } from '../../testing/moves/create-move.ts';
import { PASSWORD } from '../../testing/sign-in.ts';
import { tracesOf } from '../../testing/traces.ts';
import { openFreshSides, waitingJobs } from '../../testing/two-sides.ts';
import { png, upload } from '../../testing/uploads.ts';
import { finishDeletion } from '../case-page/finish-deletion.ts';
import { hashPassword } from '../identity/hashing/password-hash.ts';
import { purgeRemaining } from '../purge/purge-case.ts';
import { finishClosings } from './finish-closings.ts';

const { t, people, newCase } = await openFreshSides();
const { db } = t.services;
const passwordHash = await hashPassword(PASSWORD);
type Person = { id: number };

afterEach(async () => {
  await sql`delete from moving_person`.execute(db);
});

const read = async (person: Person) => (await (await t.as(person)).get('/v1/user/closing/')).json();
const close = async (person: Person, proof: object = { password: PASSWORD }) =>
  (await t.as(person)).post('/v1/user/closing/', proof);
const withPassword = (more: object = {}) => createUser(t.services, { password_hash: passwordHash, ...more });
const rowOf = (person: Person) =>
  db.selectFrom('app_user').selectAll().where('id', '=', person.id).executeTakeFirstOrThrow();
const logIn = (email: string) => t.nobody.post('/v1/auth/login/', { username: email, password: PASSWORD });
const pass = (person: Person) =>
  db
    .updateTable('app_user')
    .set({ closes_at: new Date(Date.now() - 1000) })
    .where('id', '=', person.id)
    .execute();
const finishAll = async () => {
  await finishClosings(t.services);
  for (const { id } of await db
    .selectFrom('case_deletion')
    .select('id')
    .where('outcome', 'is', null)
    .execute())
    await finishDeletion(t.services, id);
  await purgeRemaining(t.services);
};
/** The services of a server that is killed after this many transactions. */
function killedAfter(steps: number): typeof t.services {
  let left = steps;
  const transaction: typeof db.transaction = () => {
    left -= 1;
    if (left < 0) throw new Error('the server was killed');
    return db.transaction();
  };
  const killed = new Proxy(db, {
    get(target, name) {
      if (name === 'transaction') return transaction;
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { ...t.services, db: killed };
}
const auditOf = async (person: Person) =>
  (
    await db
      .selectFrom('audit_log')
      .select('action')
      .where((row) => row.or([row('user_id', '=', person.id), row('object_id', '=', person.id)]))
      .where('action', 'in', ['account_closing_asked', 'account_kept', 'account_closed'])
      .orderBy('id')
      .execute()
  ).map(({ action }) => action);

describe('closing an account is refused', () => {
  test('closing an account is refused for guests, without proof, and with a wrong or an insufficient one', async () => {
    expect((await t.nobody.post('/v1/user/closing/', {})).statusCode).toBe(401);
    const person = await withPassword();
    expect((await close(person, {})).json().code).toBe('proof_needed');
    expect((await close(person, { password: 'wrong' })).json().code).toBe('wrong_password');
    // With a passkey the password is not enough in a session that is older than the passkey.
    await t.as(person);
    await createPasskey(t.services, person.id);
    expect((await close(person)).json().code).toBe('proof_needed');
    expect(await rowOf(person)).toMatchObject({ closes_at: null, deleted_at: null });
  });

  test('closing an account is refused without a password, unless the sign-in is recent and no older than the first passkey', async () => {
    const social = await createUser(t.services, { password_hash: null });
    await t.as(social);
    await sql`update session set created_at = now() - interval '16 minutes' where user_id = ${social.id}`.execute(
      db,
    );
    expect((await close(social, {})).json().code).toBe('proof_needed');
    expect((await close(social, { password: PASSWORD })).json().code).toBe('proof_needed');
    expect(await rowOf(social)).toMatchObject({ closes_at: null });
    const keyed = await createUser(t.services, { password_hash: null });
    await t.as(keyed);
    await createPasskey(t.services, keyed.id);
    expect((await close(keyed, {})).json().code).toBe('proof_needed');

    // Signed in a moment ago by a provider, or by the passkey.
    await sql`update session set created_at = now() where user_id = ${social.id}`.execute(db);
    await sql`update passkey set created_at = now() - interval '1 day' where user_id = ${keyed.id}`.execute(
      db,
    );
    for (const person of [social, keyed]) {
      expect((await close(person, {})).statusCode).toBe(200);
      await pass(person);
    }
    await finishClosings(t.services);
    for (const person of [social, keyed])
      expect(await rowOf(person)).toMatchObject({ email: '', email_key: `closed:${person.id}` });
  });

  test('closing an account is refused for the owner of a group with members, staff, and people who are being moved', async () => {
    const staff = await withPassword({ is_staff: true });
    const moving = await withPassword();
    await createMove(t.services, [moving], 'copying');
    for (const [person, code] of [
      [people.author, 'group_has_members'],
      [staff, 'account_of_staff'],
      [moving, 'moving'],
    ] as const) {
      expect((await read(person)).blocked).toBe(code);
      expect((await close(person)).json().code).toBe(code);
    }
  });

  test('an account is not closed while a case is on legal hold, by either side, also one placed in the time of grace', async () => {
    const person = await withPassword();
    const { no } = await newCase({ author: person });
    const hold = async () =>
      (await (await t.as(people.recipient)).post('/v1/privacy/holds/', { no, reason: 'Complaint' })).json()
        .id;
    const id = await hold();
    expect((await close(person)).json().code).toBe('account_on_hold');
    const lift = (held: number) =>
      t.as(people.recipient).then((lab) => lab.post(`/v1/privacy/holds/${held}/lift/`));
    await lift(id);
    expect((await close(person)).statusCode).toBe(200);
    const again = await hold();
    await pass(person);
    await finishAll();
    expect((await rowOf(person)).deleted_at).toBeNull();
    await lift(again);
    await finishAll();
    expect((await rowOf(person)).deleted_at).not.toBeNull();
  });

  test('accounts that have to wait do not hold up those after them', async () => {
    const waiting: number[] = [];
    for (let at = 0; at < 101; at += 1) waiting.push((await createUser(t.services, { is_staff: true })).id);
    const person = await withPassword();
    const closes_at = (which: Date | null) =>
      db.updateTable('app_user').set({ closes_at: which }).where('id', 'in', waiting).execute();
    await closes_at(new Date(Date.now() - 60_000));
    await pass(person);
    await finishClosings(t.services);
    await closes_at(null);
    expect((await rowOf(person)).deleted_at).not.toBeNull();
  });
});

test('asking ends all sessions and is mailed; signing in within the time keeps the account and says so', async () => {
  const person = await withPassword();
  // Requested twice at once, as by two clicks.
  const replies = await Promise.all([close(person), close(person)]);
  expect(replies.map(({ statusCode }) => statusCode)).toContain(200);
  expect((await (await t.as(person)).get('/v1/user/closing/')).statusCode).toBe(401);
  await finishAll();
  expect((await rowOf(person)).deleted_at).toBeNull();
  expect((await logIn(person.email)).statusCode).toBe(200);
  expect((await rowOf(person)).closes_at).toBeNull();
  await finishAll();
  expect((await rowOf(person)).deleted_at).toBeNull();
  const mails = (await waitingJobs(t, 'mail')).filter(({ userId }) => userId === person.id);
  expect(mails.map(({ template }) => template).toSorted()).toEqual(['account-closing', 'account-kept']);
  expect(await auditOf(person)).toEqual(['account_closing_asked', 'account_kept']);
});

test('nothing personal is left, the partner keeps the case without the name, and the address is free', async () => {
  const email = 'zqxmail@cusp.example';
  const person = await withPassword({
    email,
    email_key: email,
    first_name: 'Zqxfirst',
    last_name: 'Zqxlast',
    institution: 'Zqxclinic',
    phone: '+49 30 zqxphone',
    address: 'Zqxstreet 1',
    block_reason: 'Zqxreason',
    work_calendar: JSON.stringify({ zqxdays: [] }),
  });
  const mine = await t.as(person);
  const kept = await newCase({ author: person, patient_last: 'Keptpatient' });
  const last = await newCase({ author: person, patient_last: 'Zqxgone' });
  await db
    .updateTable('dental_case')
    .set({ recipient_removed_at: new Date() })
    .where('id', '=', last.id)
    .execute();
  await newCase({ author: person, draft: true, patient_last: 'Zqxdraft' });
  await upload(mine, kept.id, png('kept'), 'photo.png');
  await mine.post(`/v1/cases/${kept.id}/comment/`, { comment: 'Please match the shade' });
  await mine.post(`/v1/cases/${kept.id}/share/`, {
    recipient: 'Zqxvisitor',
    days: 3,
    allows_download: false,
  });
  await mine.post('/v1/group/', { name: 'Zqxgroup' });
  await mine.post('/v1/connections/request/', { email: 'zqxfriend@cusp.example' });
  await mine.post('/v1/user/views/', { name: 'Zqxview', filters: VIEW_FILTERS, is_shared: false });
  await mine.post('/v1/user/templates/', { name: 'Zqxtemplate', fields: TEMPLATE_FIELDS, is_shared: false });
  await sql`
    insert into connection (owner_id, user_id, email, email_key, pair_key, owner_alias, status)
    values (${people.recipient.id}, ${person.id}, ${email}, ${email}, ${`${email} zqx`}, 'Zqxalias', 'ACCD')
  `.execute(db);
  await sql`
    insert into account_log (user_id, action, reason) values (${person.id}, 'blocked', 'Zqxlog')
  `.execute(db);
  await sql`update session set user_agent = 'Zqxbrowser' where user_id = ${person.id}`.execute(db);
  expect(await read(person)).toMatchObject({ blocked: null, cases: 2, kept: 1, drafts: 1, comments: 1 });
  expect(await tracesOf(t, 'zqx')).toContain('app_user.email');

  expect((await close(person)).statusCode).toBe(200);
  await pass(person);
  await Promise.all([finishClosings(t.services), finishClosings(t.services)]);
  await finishAll();

  expect(await tracesOf(t, 'zqx')).toEqual([]);
  expect(await rowOf(person)).toMatchObject({ closes_at: null, email_key: `closed:${person.id}` });
  expect((await logIn(email)).statusCode).toBe(401);
  const lab = await t.as(people.recipient);
  const content = (await lab.get(`/v1/cases/${kept.id}/content/`)).json();
  expect(content).toMatchObject({ other_side_deleted: true, patient: { lastname: 'Keptpatient' } });
  const { comments } = (await lab.get(`/v1/cases/${kept.id}/comments/`)).json();
  expect(comments).toMatchObject([{ text: 'Please match the shade' }]);
  expect((await lab.get(`/v1/cases/${kept.id}/files/`)).json().files).toHaveLength(1);
  expect(await auditOf(person)).toEqual(['account_closing_asked', 'account_closed']);
  expect((await withPassword({ email, email_key: email })).id).not.toBe(person.id);
  await db
    .updateTable('app_user')
    .set({ email: 'x', email_key: 'x' })
    .where('email_key', '=', email)
    .execute();
});

test('a member leaves the group, whose others no longer see the cases, and support sees the state', async () => {
  await db
    .updateTable('app_user')
    .set({ password_hash: passwordHash })
    .where('id', '=', people.authorMate.id)
    .execute();
  const { id } = await newCase({ author: people.authorMate });
  expect(await read(people.authorMate)).toMatchObject({ blocked: null, cases: 1, group: expect.any(String) });
  const { ready, fileOf } = exportsOf(t);
  const exported = await ready(people.author, { scope: 'practice' });
  expect((await close(people.authorMate)).statusCode).toBe(200);
  const staff = await t.asStaff(await createUser(t.services, { is_staff: true }));
  const state = async () => (await staff.get(`/v1/cs/users/${people.authorMate.id}/`)).json().state;
  expect(await state()).toBe('closing');
  await pass(people.authorMate);
  await finishAll();
  expect(await state()).toBe('deleted');
  expect((await (await t.as(people.author)).get(`/v1/cases/${id}/content/`)).statusCode).toBe(404);
  expect((await (await t.as(people.recipient)).get(`/v1/cases/${id}/content/`)).statusCode).toBe(200);
  expect((await fileOf(people.author, exported)).json().code).toBe('data_export_over');
  expect((await read(people.author)).blocked).toBeNull();
});
test('a server that is killed between any two steps of a closing leaves nothing half-done, and the closing continues', async () => {
  const person = await withPassword({ first_name: 'Zqxkilled', institution: 'Zqxpractice' });
  const mine = await t.as(person);
  // More than one transaction removes.
  for (let count = 0; count < 51; count += 1) await newCase({ author: person });
  await newCase({ author: person, draft: true });
  const { id: last } = await newCase({ author: person });
  await upload(mine, last, png('last'), 'photo.png');
  await db
    .updateTable('dental_case')
    .set({ recipient_removed_at: new Date() })
    .where('id', '=', last)
    .execute();
  expect((await close(person)).statusCode).toBe(200);
  await pass(person);
  // Waiting steps of other accounts would be counted too.
  await db.updateTable('app_user').set({ closes_at: null }).where('id', '<>', person.id).execute();

  const copies = async () => {
    const left = await db
      .selectFrom('dental_case')
      .select('id')
      .where('author_id', '=', person.id)
      .where('author_removed_at', 'is', null)
      .execute();
    return left.length;
  };
  const states: [isNamed: boolean, copies: number, isClosing: boolean][] = [];
  for (const steps of [0, 1, 1, 2, 2]) {
    await finishClosings(killedAfter(steps));
    const { first_name, email, closes_at } = await rowOf(person);
    expect(email === '').toBe(first_name === '');
    states.push([first_name !== '', await copies(), closes_at !== null]);
  }
  expect(states).toEqual([
    [true, 53, true],
    [false, 53, true],
    [false, 53, true],
    [false, 2, true],
    [false, 0, false],
  ]);
});
