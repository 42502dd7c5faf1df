import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Tables } from '../../platform/db/tables.ts';
import { createCase, createGroup, createUser } from '../../testing/factories.ts';
import { openTestApp } from '../../testing/test-app.ts';
import type { Part } from './moved-rows.ts';
import type { PartRows } from './read-part.sql.ts';
import { logOf, logOfMove, takeLog } from './take-log.sql.ts';
import { takePart } from './take-part.sql.ts';

const t = await openTestApp();
const { db, secret } = t.services;
/** A person who lives here; no row from the other region may be about them. */
const victim = await createUser(t.services);
const mate = await createUser(t.services);
await createGroup(t.services, victim, [mate]);
const { id: victimCase } = await createCase(t.services, { author: victim });
await (await t.as(victim)).post(`/v1/cases/${victimCase}/comment/`, { comment: 'Wait' });
await sql`insert into authenticator_app (user_id, secret, confirmed_at) values (${victim.id}, '\\x01', now())`.execute(
  db,
);
/** Comes with a move. */
const mover = await createUser(t.services);
await sql`update app_user set presence = 'guest' where id = ${mover.id}`.execute(db);
const MOVE = randomUUID();

/** A row of the victim with some columns changed, as the other region would send it. */
async function forged(table: keyof Tables, where: ReturnType<typeof sql>, changed: object): Promise<string> {
  const { rows } = await sql<{ row: object }>`
    select to_jsonb(item) as row from ${sql.table(table)} as item where ${where} limit 1
  `.execute(db);
  expect(rows).toHaveLength(1);
  return JSON.stringify([{ ...rows[0]?.row, ...changed }]);
}

async function take(range: Part['range'], sent: Partial<PartRows>): Promise<void> {
  const none = { at: new Date().toISOString(), ids: [], people: '[]', groups: '[]', members: '[]' };
  await db
    .transaction()
    .execute((tx) =>
      takePart(
        tx,
        MOVE,
        { circle: [mover.id], range },
        { tables: {}, audit: '[]', people: '[]', circles: none, ...sent },
        secret,
      ),
    );
}

const count = async (table: keyof Tables, where: ReturnType<typeof sql>) =>
  (await sql`select from ${sql.table(table)} where ${where}`.execute(db)).rows.length;

test('the accounts of a move bring no rows about people who live here', async () => {
  const self = sql`id = ${victim.id}`;
  await take(null, {
    tables: {
      group_member: await forged('group_member', sql`user_id = ${mate.id}`, {
        id: 999_983,
        user_id: mover.id,
        email: 'mover@cusp.test',
        email_key: 'mover@cusp.test',
      }),
    },
    accounts: await forged('app_user', self, { password_hash: 'forged' }),
    secrets: [{ user: victim.id, secret: Buffer.from('forged').toString('base64') }],
  });
  expect(await count('group_member', sql`user_id = ${mover.id}`)).toBe(0);
  expect(await count('moved_account', sql`user_id = ${victim.id}`)).toBe(0);
  expect(await count('authenticator_app', sql`user_id = ${victim.id} and secret = '\\x01'`)).toBe(1);
});

test('the cases of a move bring no cases of people who live here, and change none of theirs', async () => {
  await take(
    { from: 0, to: Number.MAX_SAFE_INTEGER },
    {
      tables: {
        dental_case: await forged('dental_case', sql`id = ${victimCase}`, {
          id: 999_979,
          no: '2611-U234567',
        }),
        case_comment: await forged('case_comment', sql`case_id = ${victimCase}`, {
          id: 999_961,
          author_id: mover.id,
          client_key: null,
        }),
      },
    },
  );
  expect(await count('dental_case', sql`author_id = ${victim.id}`)).toBe(1);
  expect(await count('case_comment', sql`case_id = ${victimCase}`)).toBe(1);
  expect(await count('moved_case', sql`move_id = ${MOVE}`)).toBe(0);
});

test('the audit log of a move brings no entries of people who live here or about their cases', async () => {
  const { id: movedCase } = await createCase(t.services, { author: mover });
  const { id: visit } = await db
    .insertInto('audit_log')
    .values({ action: 'case_read', user_id: victim.id, case_id: victimCase, detail: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const entries = async (no: number): Promise<string> => {
    const sent = await Promise.all(
      [
        { id: no, user_id: mover.id, case_id: null },
        { id: no + 1, user_id: victim.id, case_id: movedCase },
        { id: no + 2, user_id: victim.id, case_id: null },
        { id: no + 3, user_id: victim.id, case_id: victimCase },
        { id: no + 4, user_id: mover.id, case_id: victimCase },
        // Replaces an entry that exists here.
        { id: visit, user_id: mover.id, case_id: null },
      ].map((changed) => forged('audit_log', sql`id = ${visit}`, { ...changed, action: 'forged' })),
    );
    return JSON.stringify(sent.flatMap((rows) => JSON.parse(rows)));
  };
  const taken = async () => {
    const rows = await db
      .selectFrom('audit_log')
      .select('id')
      .where('action', '=', 'forged')
      .orderBy('id')
      .execute();
    return rows.map(({ id }) => id);
  };

  await take(null, { audit: await entries(999_900) });
  expect(await taken()).toEqual([]);
  await takeLog(db, [mover.id], logOfMove(MOVE));
  expect(await taken()).toEqual([999_900, 999_901]);
  await takeLog(db, [mover.id], logOf(await entries(999_950)));
  expect(await taken()).toEqual([999_900, 999_901, 999_950, 999_951]);
});
