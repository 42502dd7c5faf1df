import type { CountedPage } from '@cusp/contract/staff-lists';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createCase, createConnection, createLabUser, createUser } from '../../testing/factories.ts';
import { openTestApp } from '../../testing/test-app.ts';

const t = await openTestApp();
const { db } = t.services;
const staff = await t.asStaff(await createUser(t.services, { is_staff: true }));
const found = async (list: 'cases' | 'connections', word: string) =>
  (await staff.get(`/v1/cs/${list}/?search=${word}`)).json<{ page: CountedPage }>().page.count;
const rename = (id: number, institution: string) =>
  db.updateTable('app_user').set({ institution }).where('id', '=', id).execute();
const listed = (id: number) =>
  db.selectFrom('listed_person').selectAll().where('user_id', '=', id).executeTakeFirst();

test('people are listed by their first case or connection, and found by the name they have now', async () => {
  const [author, recipient] = [await createUser(t.services), await createLabUser(t.services)];
  await rename(author.id, 'Eichenhain');
  expect(await listed(author.id)).toBeUndefined();
  expect(await found('cases', 'eichenhain')).toBe(0);
  await createCase(t.services, { author, recipient });
  expect(await listed(author.id)).toMatchObject({ in_cases: true, in_connections: false });
  expect([await found('cases', 'eichenhain'), await found('connections', 'eichenhain')]).toEqual([1, 0]);
  await createConnection(t.services, author, recipient);
  expect(await found('connections', 'eichenhain')).toBe(1);
  await rename(author.id, 'Birkenhain');
  for (const list of ['cases', 'connections'] as const)
    expect([await found(list, 'eichenhain'), await found(list, 'birkenhain')]).toEqual([0, 1]);
});

test('a deleted account leaves no text behind, and an invited address is listed once it has an account', async () => {
  const [owner, invited, gone] = [
    await createUser(t.services),
    await createLabUser(t.services),
    await createUser(t.services),
  ];
  await createConnection(t.services, gone, invited);
  await db.updateTable('app_user').set({ deleted_at: new Date() }).where('id', '=', gone.id).execute();
  expect(await listed(gone.id)).toMatchObject({ search: '', in_connections: true });

  await rename(owner.id, 'Ahornhof');
  const { id } = await createConnection(t.services, gone, owner);
  await db.updateTable('connection').set({ user_id: null }).where('id', '=', id).execute();
  await sql`delete from listed_person where user_id = ${owner.id}`.execute(db);
  expect(await found('connections', 'ahornhof')).toBe(0);
  await db.updateTable('connection').set({ user_id: owner.id }).where('id', '=', id).execute();
  expect(await found('connections', 'ahornhof')).toBe(1);
});

test('a name that changes while the person’s first case is sent is the one they are found by', async () => {
  const [author, recipient] = [await createUser(t.services), await createLabUser(t.services)];
  let sent: Promise<unknown> = Promise.resolve();
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('app_user').set({ institution: 'Lindenhof' }).where('id', '=', author.id).execute();
    sent = createCase(t.services, { author, recipient });
    // The case waits for the name.
    await new Promise((resolve) => setTimeout(resolve, 200));
  });
  await sent;
  expect(await found('cases', 'lindenhof')).toBe(1);
});

test('many first cases of the same people at once all arrive', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => createUser(t.services)));
  const pairs = people.flatMap((author) => people.map((recipient) => ({ author, recipient })));
  await Promise.all(
    pairs.filter(({ author, recipient }) => author !== recipient).map((pair) => createCase(t.services, pair)),
  );
  const { count } = await db
    .selectFrom('listed_person')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(
      'user_id',
      'in',
      people.map(({ id }) => id),
    )
    .where('in_cases', '=', true)
    .executeTakeFirstOrThrow();
  expect(count).toBe(people.length);
});
