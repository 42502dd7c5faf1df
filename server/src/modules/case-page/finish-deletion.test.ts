import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { letTimePass, removeAs, removeForSideOf, undoAs } from '../../testing/deletions.ts';
import { begun } from '../../testing/tus.ts';
import { auditOf, openFreshSides, waitingJobs } from '../../testing/two-sides.ts';
import { png, upload } from '../../testing/uploads.ts';
import { finishDeletion, tidyDeletions } from './finish-deletion.ts';

const { t, people, newCase } = await openFreshSides();

const remove = (...caseIds: number[]) => removeAs(t, people.author, caseIds);
const undo = (person: { id: number }, deletion: number) => undoAs(t, person, deletion);

test('undone deletion is never made final, and the case can be deleted again', async () => {
  const { id } = await newCase();
  const first = await remove(id);
  await undo(people.author, first);
  await finishDeletion(t.services, first);
  expect((await (await t.as(people.author)).get(`/v1/cases/${id}/content/`)).statusCode).toBe(200);
  const second = await remove(id);
  expect((await undo(people.author, first)).statusCode).toBe(200);
  expect((await (await t.as(people.author)).get(`/v1/cases/${id}/content/`)).statusCode).toBe(404);
  expect((await undo(people.author, second)).statusCode).toBe(200);
});

test('the case is purged once the deletion is final for both sides', async () => {
  const { id } = await newCase();
  await upload(await t.as(people.recipient), id, png(), 'photo.png');
  const isQueued = async () => (await waitingJobs(t, 'purge-case')).some((job) => job.caseId === id);
  const deletion = await remove(id);
  expect(await startsAtTheEnd(deletion)).toBe(true);
  await finishDeletion(t.services, deletion);
  await finishDeletion(t.services, deletion);
  const last = await removeForSideOf(t, people.recipient, id);
  expect(await isQueued()).toBe(false);
  await finishDeletion(t.services, last);
  await finishDeletion(t.services, last);
  expect(await isQueued()).toBe(true);
  expect((await auditOf(t, id)).map(({ action }) => action)).toEqual([
    'file_uploaded',
    'case_deleted',
    'case_deletion_final',
    'case_deleted',
    'case_deletion_final',
  ]);
  await letTimePass(t, deletion);
  await tidyDeletions(t.services);
  expect((await undo(people.author, deletion)).statusCode).toBe(409);
});

test('deleting a case interrupts its uploads, and undoing resumes them', async () => {
  const { id } = await newCase();
  const client = await t.as(people.author);
  await begun(client, id, 'a.png', 100);
  await begun(await t.as(people.recipient), id, 'theirs.png', 100);
  const open = async () => (await client.get(`/v1/cases/${id}/uploads/`)).json().uploads.length;
  await undo(people.author, await remove(id));
  expect(await open()).toBe(1);
  const deletion = await remove(id);
  await finishDeletion(t.services, deletion);
  const left = () => t.services.db.selectFrom('upload').select('user_id').where('case_id', '=', id).execute();
  expect(await left()).toEqual([{ user_id: people.recipient.id }]);
  await finishDeletion(t.services, await removeForSideOf(t, people.recipient, id));
  expect(await left()).toEqual([]);
});

/** Whether the job that makes a deletion final is scheduled after the time to undo. */
async function startsAtTheEnd(deletion: number): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select date_trunc('milliseconds', deletion.ends_at) = job.start_after as is
    from pgboss.job as job join case_deletion as deletion on deletion.id = (job.data->>'deletionId')::bigint
    where job.name = 'finish-deletion' and deletion.id = ${deletion}
  `.execute(t.services.db);
  return rows.length === 1 && rows[0]?.is === true;
}

test('counts stay exact through deletions, undos, final deletions and changes', async () => {
  const step = fc.record({
    what: fc.constantFrom('new', 'new', 'remove', 'far side', 'undo', 'final', 'status'),
    pick: fc.nat(),
    size: fc.integer({ min: 1, max: 3 }),
    side: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const living: number[] = [];
      const deletions: number[] = [];
      for (const { what, pick, size, side } of steps) {
        const one = living[pick % Math.max(1, living.length)];
        const deletion = deletions[pick % Math.max(1, deletions.length)];
        if (what === 'new')
          living.push((await newCase(side ? {} : { author: people.recipient, recipient: people.author })).id);
        if (what === 'remove') {
          const reply = await (await t.as(people.author)).delete('/v1/cases/0/remove/', {
            ids: living.slice(0, size),
          });
          if (reply.statusCode === 200) deletions.push(reply.json().deletion);
        }
        if (what === 'far side' && one) {
          const far = side ? people.recipientMate : people.author;
          const gone = await removeForSideOf(t, far, one).catch(() => undefined);
          if (gone) deletions.push(gone);
        }
        if (what === 'undo' && deletion) {
          await undo(people.author, deletion);
          await undo(people.recipientMate, deletion);
        }
        if (what === 'final' && deletion) await finishDeletion(t.services, deletion);
        if (what === 'status' && one)
          await (await t.as(side ? people.author : people.recipient)).put(`/v1/cases/${one}/status/`, {
            action: side ? 'CLSD' : 'PROC',
          });
      }
      await expectExactCounts();
    }),
    { numRuns: 12 },
  );
});

/** Expects the tallies to equal a fresh count, in list and dashboard too. */
async function expectExactCounts(): Promise<void> {
  const { rows: wrong } = await sql`
    select * from (
      select author_id, recipient_id, status, count(*) filter (where author_removed_at is null)::integer as a,
        count(*) filter (where recipient_removed_at is null)::integer as r, count(*)::integer as n
      from dental_case
      where published_at is not null and (author_removed_at is null or recipient_removed_at is null) group by 1, 2, 3
    ) as counted full join (
      select author_id, recipient_id, status, author_count as a, recipient_count as r, count as n
      from case_tally where count <> 0
    ) as tally using (author_id, recipient_id, status, a, r, n)
    where counted is null or tally is null
  `.execute(t.services.db);
  expect(wrong).toEqual([]);
  for (const [person, party] of [
    [people.author, people.author],
    [people.recipientMate, people.recipient],
  ] as const) {
    const client = await t.as(person);
    const { total_num } = (await client.get('/v1/cases/')).json().page;
    const { status_counts } = (await client.get('/v1/dashboard/cases/status/')).json();
    const sum = Object.values<number>(status_counts).reduce((all, one) => all + one, 0);
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from dental_case where published_at is not null and (
        (author_id = ${party.id} and author_removed_at is null)
        or (recipient_id = ${party.id} and recipient_removed_at is null)
      )
    `.execute(t.services.db);
    expect([total_num, sum]).toEqual([rows[0]?.n, rows[0]?.n]);
  }
}

test('the final job ignores an unknown deletion', async () => {
  await expect(finishDeletion(t.services, 987654321)).resolves.toBeUndefined();
});
