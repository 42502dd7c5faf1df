import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { DATA_REGISTER, PURGED_TABLES } from '../../platform/db/data-register.ts';
import type { Tables } from '../../platform/db/tables.ts';
import type { Storage } from '../../platform/files/storage.ts';
import type { Services } from '../../platform/services.ts';
import { removeAs, removeForSideOf, undoAs } from '../../testing/deletions.ts';
import { insertFilled } from '../../testing/moves/filled-rows.ts';
import { orderEdits } from '../../testing/order-edits.ts';
import { wish } from '../../testing/sharing.ts';
import { tracesOf } from '../../testing/traces.ts';
import { begun } from '../../testing/tus.ts';
import { auditOf, openFreshSides } from '../../testing/two-sides.ts';
import { png, storedIn, upload } from '../../testing/uploads.ts';
import { finishDeletion, tidyDeletions } from '../case-page/finish-deletion.ts';
import { blankComment } from './blank-comment.ts';
import { purgeCase, purgeRemaining } from './purge-case.ts';

const { t, people, newCase } = await openFreshSides();
const { edit } = orderEdits(t);
const { db } = t.services;
type Table = keyof Tables;

let serial = 0;
/** A word that occurs nowhere else. */
const newMarker = () => {
  serial += 1;
  return `Zqxmark${serial}Q`;
};

/** A case that both sides have worked on, with the marker in everything that a person can write. */
async function markedCase(marker: string): Promise<number> {
  const { id } = await newCase({ patient_first: marker, patient_last: `${marker}son` });
  const [author, recipient] = [await t.as(people.author), await t.as(people.recipient)];
  const patient = { firstname: `${marker}a`, lastname: marker, sex: 'F', birthdate: '1980-02-29' } as const;
  expect(
    (await edit(people.author, id, { as: 'change', fields: { patient, note: marker } })).statusCode,
  ).toBe(200);
  await db
    .insertInto('restoration')
    .values([
      { case_id: id, position: 90, type: 'crown', display_name: marker, tooth_text: marker },
      { case_id: id, position: 91, type: marker, material: marker, shade: marker, stump_shade: marker },
    ])
    .execute();
  const file = await upload(recipient, id, png(marker), `${marker}.png`);
  await upload(author, id, Buffer.from(`solid ${marker}\nendsolid ${marker}\n`), `${marker}.stl`);
  const stays = await author.post(`/v1/cases/${id}/comment/`, {
    comment: `${marker} stays`,
    file_id: file.json().id,
  });
  const goes = await recipient.post(`/v1/cases/${id}/comment/`, { comment: `${marker} goes` });
  expect([file.statusCode, stays.statusCode, goes.statusCode]).toEqual([200, 200, 200]);
  const comment = await db
    .selectFrom('case_comment')
    .select('id')
    .where('case_id', '=', id)
    .where('author_id', '=', people.recipient.id)
    .executeTakeFirstOrThrow();
  expect((await recipient.delete(`/v1/comments/${comment.id}/remove/`)).statusCode).toBe(200);
  const share = await author.post(`/v1/cases/${id}/share/`, wish({ recipient: `Dr. ${marker}` }));
  expect(share.statusCode).toBe(200);
  await begun(author, id, `${marker}-half.png`, 100);
  return id;
}

/** Both sides delete their copies for good; the case is not purged yet. */
async function deleteOnBothSides(id: number): Promise<void> {
  await finishDeletion(t.services, await removeAs(t, people.author, [id]));
  await finishDeletion(t.services, await removeForSideOf(t, people.recipient, id));
}

const withStorage = (changes: Partial<Storage>): Services => {
  const { storage } = t.services;
  const changed: Storage = Object.assign(Object.create(storage), changes);
  return { ...t.services, storage: changed };
};

test('a case that both sides deleted leaves no text in any table and no byte in the store', async () => {
  const marker = newMarker();
  const id = await markedCase(marker);
  expect((await tracesOf(t, marker)).length).toBeGreaterThan(8);
  await deleteOnBothSides(id);
  await purgeCase(t.services, id);
  expect(await tracesOf(t, marker)).toEqual([]);
  expect(await storedIn(t, `cases/${id}`)).toEqual([]);
  const stub = await db.selectFrom('dental_case').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(stub).toMatchObject({ id, no: expect.stringMatching(/^2611-/), patient_birth: null, note: '' });
  expect(stub.author_id).toBe(people.author.id);
  expect(stub.published_at).not.toBeNull();
  expect((await auditOf(t, id)).at(-1)).toMatchObject({ action: 'case_purged', result: 'ok', user_id: null });
});

test('every column of every table with rows of a case is emptied or removed', async () => {
  const all = [people.author.id, people.authorMate.id, people.recipient.id];
  const known: Partial<Record<Table, number>> = {};
  for (const table of ['device', 'device_registration', 'dental_case'] as const)
    known[table] = await insertFilled(db, table, { known, people: all });
  const id = known.dental_case ?? 0;
  const { rows: children } = await sql<{ table: Table; parent: Table }>`
    select conrelid::regclass::text as table, confrelid::regclass::text as parent from pg_constraint
    where contype = 'f' and confdeltype = 'c' and connamespace = 'public'::regnamespace
  `.execute(db);
  const below = children
    .filter(({ table, parent }) => PURGED_TABLES.includes(parent) && !PURGED_TABLES.includes(table))
    .map(({ table }) => table);
  // The others go with their file by a foreign key.
  const tables = [...PURGED_TABLES, ...below].filter((table) =>
    DATA_REGISTER[table].move.startsWith('with-'),
  );
  for (const table of tables) known[table] = await insertFilled(db, table, { known, people: all });
  await db
    .updateTable('dental_case')
    .set({ purged_at: null, no: '2611-FILLED', number_sys: 'FDI' })
    .where('id', '=', id)
    .execute();
  expect((await tracesOf(t, 'é한')).length).toBeGreaterThan(15);
  await purgeCase(t.services, id);
  const left = (await tracesOf(t, 'é한')).filter((place) => !place.startsWith('device'));
  expect(left).toEqual([]);
});

describe('a case is not purged', () => {
  test('a case is not purged while one side has its copy, which loses nothing', async () => {
    const marker = newMarker();
    const id = await markedCase(marker);
    const before = await tracesOf(t, marker);
    await finishDeletion(t.services, await removeAs(t, people.author, [id]));
    await purgeCase(t.services, id);
    await purgeRemaining(t.services);
    const after = await tracesOf(t, marker);
    // The unfinished upload of the side that left is gone.
    expect(before.filter((place) => !after.includes(place))).toEqual(['upload.filename']);
    const kept = await (await t.as(people.recipient)).get(`/v1/cases/${id}/content/`);
    expect(kept.json().patient.firstname).toBe(`${marker}a`);
  });

  test('a case is not purged while one of the two deletions can be undone', async () => {
    const { id } = await newCase();
    await finishDeletion(t.services, await removeForSideOf(t, people.recipient, id));
    const deletion = await removeAs(t, people.author, [id]);
    await purgeCase(t.services, id);
    expect((await undoAs(t, people.author, deletion)).statusCode).toBe(200);
    const seen = await (await t.as(people.author)).get(`/v1/cases/${id}/content/`);
    expect(seen.json().patient.firstname).toBe('Jo');
  });

  test('a case is not purged while a move to another region hides it', async () => {
    const { id } = await newCase();
    await db
      .insertInto('moved_case')
      .values({
        move_id: '00000000-0000-4000-8000-000000000000',
        case_id: id,
        author_removed_at: null,
        recipient_removed_at: null,
      })
      .execute();
    await db
      .updateTable('dental_case')
      .set({ author_removed_at: new Date(), recipient_removed_at: new Date() })
      .where('id', '=', id)
      .execute();
    await purgeRemaining(t.services);
    expect(await isPurged(id)).toBe(false);
  });
});

const isPurged = async (id: number) => {
  const row = await db
    .selectFrom('dental_case')
    .select('purged_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.purged_at !== null;
};

describe('a purge is repeated after a failure', () => {
  test('a store that fails leaves the rows to housekeeping, and late bytes to the next run', async () => {
    const marker = newMarker();
    const id = await markedCase(marker);
    await deleteOnBothSides(id);
    let calls = 0;
    const failing = withStorage({
      async removeBelow(prefix) {
        calls += 1;
        if (calls === 1 || calls === 3) throw new Error('503 Slow Down');
        await t.services.storage.removeBelow(prefix);
        // Written by a job that is making a light copy.
        if (calls === 2) await t.services.storage.write(`${prefix}/late`, Readable.from([marker]));
      },
    });
    await expect(purgeCase(failing, id)).rejects.toThrow('503');
    expect(await isPurged(id)).toBe(false);
    await purgeRemaining(failing);
    expect(await isPurged(id)).toBe(true);
    expect(await storedIn(t, `cases/${id}`)).toHaveLength(1);
    await purgeCase(t.services, id);
    expect(await storedIn(t, `cases/${id}`)).toEqual([]);
    expect(await tracesOf(t, marker)).toEqual([]);
  });

  test('a process that ends between bytes and rows is continued, and repeating it changes nothing', async () => {
    const marker = newMarker();
    const id = await markedCase(marker);
    await deleteOnBothSides(id);
    const dying = withStorage({
      async removeBelow(prefix) {
        await t.services.storage.removeBelow(prefix);
        throw new Error('killed');
      },
    });
    await expect(purgeCase(dying, id)).rejects.toThrow('killed');
    await Promise.all([purgeCase(t.services, id), purgeRemaining(t.services), purgeCase(t.services, id)]);
    expect(await tracesOf(t, marker)).toEqual([]);
    expect((await auditOf(t, id)).filter(({ action }) => action === 'case_purged')).toHaveLength(1);
  });

  test('a deletion whose job was lost becomes final and the case is purged', async () => {
    const { id } = await newCase();
    await removeAs(t, people.author, [id]);
    await removeForSideOf(t, people.recipient, id);
    await db.updateTable('case_deletion').set({ ends_at: sql`now() - interval '1 hour'` }).execute();
    await tidyDeletions(t.services);
    await purgeRemaining(t.services);
    expect(await isPurged(id)).toBe(true);
  });
});

test('a deleted comment loses its text when that can no longer be undone, by its job or by housekeeping', async () => {
  const marker = newMarker();
  const { id } = await newCase();
  const client = await t.as(people.author);
  for (const text of [`${marker} one`, `${marker} two`])
    await client.post(`/v1/cases/${id}/comment/`, { comment: text });
  const comments = await db
    .selectFrom('case_comment')
    .select('id')
    .where('case_id', '=', id)
    .orderBy('id')
    .execute();
  const [first, second] = comments.map((comment) => comment.id);
  for (const comment of [first, second]) await client.delete(`/v1/comments/${comment}/remove/`);
  await blankComment(t.services, first ?? 0);
  await purgeRemaining(t.services);
  expect(await tracesOf(t, marker)).toEqual(['case_comment.body']);
  const deleted_at = new Date(Date.now() - 60_000);
  await db.updateTable('case_comment').set({ deleted_at }).where('case_id', '=', id).execute();
  await blankComment(t.services, first ?? 0);
  expect(await tracesOf(t, `${marker} one`)).toEqual([]);
  expect(await tracesOf(t, `${marker} two`)).toEqual(['case_comment.body']);
  await purgeRemaining(t.services);
  expect(await tracesOf(t, marker)).toEqual([]);
});
