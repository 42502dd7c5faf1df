import { type RawBuilder, sql } from 'kysely';
import { PURGED_TABLES } from '../../platform/db/data-register.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type Doer, NOBODY } from '../../platform/http/actor.ts';
import { eachApart } from '../../platform/jobs/each-apart.ts';
import { JOBS_SCHEMA } from '../../platform/jobs/jobs.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { isGone } from '../case-access/copies.sql.ts';
import { isHeld } from '../case-access/holds.sql.ts';
import { forgetUploadsOf } from '../files/uploads.sql.ts';
import { blankComment, isFinallyDeleted } from './blank-comment.ts';

/** Cases and comments of one run of housekeeping. */
const AT_ONCE = 500;

export const queuePurge = (work: Work<Doer>, caseId: number): Promise<void> =>
  work.enqueue('purge-case', { caseId }, { singletonKey: String(caseId) });

/**
 * Removes all personal data of a case that no side has a copy of any more, and of a discarded draft: first the bytes,
 * then the rows that the data register names, in one transaction. Ids, number and dates stay for the audit log. Each
 * step can be repeated; until the last one is committed, housekeeping finds the case again.
 */
export async function purgeCase(services: Services, caseId: number): Promise<void> {
  const { db, storage } = services;
  const files = `cases/${caseId}`;
  const found = await db
    .selectFrom('dental_case')
    .select(['purged_at', isToPurge.as('isDue')])
    .where('id', '=', caseId)
    .executeTakeFirst();
  // A job that failed at the end of an earlier run.
  if (found?.purged_at) await storage.removeBelow(files);
  if (!found?.isDue) return;
  // In a transaction of its own, because the end of an upload locks the upload before the case.
  const goesOn = await inTransaction(services, NOBODY, async (work) => {
    await forgetUploadsOf(work, caseId);
    // Refused while the author's move is frozen, so that the other region still finds the bytes.
    const { numUpdatedRows } = await work.tx
      .updateTable('dental_case')
      .set({ client_key: null })
      .where('id', '=', caseId)
      .where(isToPurge)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  });
  if (!goesOn) return;
  await storage.removeBelow(files);
  await inTransaction(services, NOBODY, async (work) => {
    if (!(await emptyCase(work.tx, caseId))) return;
    // Comments refer to files, which are listed before them.
    for (const table of PURGED_TABLES.toReversed())
      await sql`delete from ${sql.table(table)} where case_id = ${caseId}`.execute(work.tx);
    await dropEmptyTallies(work.tx, caseId);
    for (const table of ['download_grant', 'case_handoff', 'case_visit', 'undo_step'] as const)
      await work.tx.deleteFrom(table).where('case_id', '=', caseId).execute();
    await dropMails(work.tx, caseId);
    await work.audit({ action: 'case_purged', caseId });
  });
  // A light copy that was being made may have been written after the others were removed.
  await storage.removeBelow(files);
}

/** Empties the row of a case; returns whether it was due. */
async function emptyCase(tx: Tx, caseId: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('dental_case')
    .set({
      client_key: null,
      assignee_id: null,
      patient_first: '',
      patient_last: '',
      patient_sex: null,
      patient_birth: null,
      delivery_date: null,
      appointment: null,
      note: '',
      connector_choices: '[]',
      no_restoration_reason: '',
      device_id: null,
      device_user_id: null,
      comment_count: 0,
      file_count: 0,
      purged_at: sql`now()`,
    })
    .where('id', '=', caseId)
    .where(isToPurge)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/**
 * Counts of types and materials without any case, because these can be free text about a patient. The lock is the one
 * of the counting triggers.
 */
async function dropEmptyTallies(tx: Tx, caseId: number): Promise<void> {
  const { author_id, recipient_id } = await tx
    .selectFrom('dental_case')
    .select(['author_id', 'recipient_id'])
    .where('id', '=', caseId)
    .executeTakeFirstOrThrow();
  if (recipient_id === null) return;
  await sql`
    select pg_advisory_xact_lock(hashtextextended('made ' || ${author_id}::bigint || ' ' || ${recipient_id}::bigint, 0))
  `.execute(tx);
  await sql`
    delete from made_tally where author_id = ${author_id} and recipient_id = ${recipient_id}
      and (count, author_count, recipient_count) = (0, 0, 0)
  `.execute(tx);
}

/** Mails about a case that wait to be sent. */
const dropMails = (tx: Tx, caseId: number) =>
  sql`
    delete from ${sql.table(`${JOBS_SCHEMA}.job`)} where state < 'active' and (
      name in ('comment-mail', 'edited-mail', 'published-mail') and data->>'caseId' = ${String(caseId)}
      or name = 'mail' and data->'params'->>'link' ~ ${`/case/${caseId}$`}
    )
  `.execute(tx);

/** Housekeeping: purges the cases whose job was lost or failed, and blanks deleted comments whose job was lost. */
export async function purgeRemaining(services: Services): Promise<void> {
  const cases = await services.db
    .selectFrom('dental_case')
    .select('id')
    .where(isToPurge)
    .orderBy('id')
    .limit(AT_ONCE)
    .execute();
  const comments = await services.db
    .selectFrom('case_comment')
    .select('id')
    .where(isFinallyDeleted)
    .where('body', '<>', '')
    .limit(AT_ONCE)
    .execute();
  const problem = 'could not purge yet';
  await eachApart(services, {
    items: cases,
    run: ({ id }) => purgeCase(services, id),
    problem,
    about: ({ id }) => ({ caseId: id }),
  });
  await eachApart(services, {
    items: comments,
    run: ({ id }) => blankComment(services, id),
    problem,
    about: ({ id }) => ({ commentId: id }),
  });
}

/**
 * Whether a case is due for purging: no side has a copy, no deletion can be undone, no legal hold is open, and it was
 * not purged yet. A case hidden by a move between regions looks as if both sides had deleted it, and is excluded.
 * Expects `dental_case` in the query.
 */
const isToPurge: RawBuilder<boolean> = sql<boolean>`(
  dental_case.purged_at is null and ${isGone}
  and not exists (
    select from case_deletion where outcome is null and case_ids @> array[dental_case.id]::bigint[]
  )
  and not ${isHeld}
  and not exists (select from moved_case where moved_case.case_id = dental_case.id)
)`;
