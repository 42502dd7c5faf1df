import { PAGES } from '@cusp/contract/pages';
import { MAX_ACCESS_CASES } from '@cusp/contract/privacy.routes';
import { fullName } from '@cusp/text/names';
import { type RawBuilder, sql } from 'kysely';
import { bigints } from '../../platform/db/bigints.ts';
import type { DbOrTx, Tx } from '../../platform/db/database.ts';
import type { Work } from '../../platform/work.ts';
import { draftsOfPractice } from '../case-access/case-access.policy.ts';
import { isHeld } from '../case-access/holds.sql.ts';
import { notifyCases } from '../cases/notify-cases.ts';
import { discardDrafts } from '../drafts/discard-draft.ts';
import { personById } from '../invitations/people.sql.ts';
import { nameOf } from '../people/person.present.ts';
import { personJson } from '../people/person.sql.ts';
import { hasWordsOf } from './accesses.sql.ts';

/**
 * Condition: a draft of the practice whose patient's name or number contains all words of a search. Only what the
 * owner is shown is searched, so that trying words discloses nothing else of a colleague's draft.
 */
export async function isDraftNaming(
  db: DbOrTx,
  people: readonly number[],
  search: string,
): Promise<RawBuilder<boolean>> {
  const hasWords = await hasWordsOf(db, search);
  if (!hasWords) return sql<boolean>`false`;
  return sql<boolean>`(${draftsOfPractice(people)} and exists (
    select from search_text(concat_ws(' ',
      dental_case.patient_first, dental_case.patient_last,
      korean_name(dental_case.patient_first, dental_case.patient_last), dental_case.no
    )) as text where ${hasWords}
  ))`;
}

/** Drafts of everybody in the practice that name a patient, newest first; at most one more than the limit. */
export async function draftsOfPatient(db: DbOrTx, people: readonly number[], search: string) {
  const rows = await db
    .selectFrom('dental_case')
    .innerJoin('app_user as author', 'author.id', 'dental_case.author_id')
    .select(['dental_case.id', 'no', 'patient_first', 'patient_last', 'patient_birth as birthdate'])
    .select(['dental_case.updated_at', isHeld.as('is_held'), personJson('author').as('author')])
    .where(await isDraftNaming(db, people, search))
    .orderBy('dental_case.id', 'desc')
    .limit(MAX_ACCESS_CASES + 1)
    .execute();
  return rows.map(({ patient_first, patient_last, updated_at, author, ...row }) => ({
    ...row,
    patient: fullName(patient_first, patient_last),
    author: nameOf(author),
    updated_date: updated_at.toISOString(),
  }));
}

export interface DraftOfPatient {
  id: number;
  author_id: number;
}

/** Locks a draft until the transaction ends; returns nothing if it does not fulfil the condition any more. */
export const lockDraft = (
  tx: Tx,
  id: number,
  which: RawBuilder<boolean>,
): Promise<DraftOfPatient | undefined> =>
  tx
    .selectFrom('dental_case')
    .select(['id', 'author_id'])
    .where('id', '=', id)
    .where(which)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Discards locked drafts. Their authors get an event, and colleagues also a mail, because their work is gone. */
export async function eraseDrafts(work: Work, drafts: readonly DraftOfPatient[]): Promise<void> {
  const { tx, actor } = work;
  await discardDrafts(work, sql<boolean>`id = any(${bigints(drafts.map(({ id }) => id))})`);
  await notifyCases(work, 'posts_deleted', new Map(drafts.map(({ id, author_id }) => [id, [author_id]])));
  for (const { id } of drafts) await work.audit({ action: 'draft_erased', caseId: id });
  const who = await personById(tx, actor.userId);
  for (const [authorId, erased] of Map.groupBy(drafts, (draft) => draft.author_id)) {
    if (authorId === actor.userId) continue;
    const author = await personById(tx, authorId);
    await work.mail(author, 'drafts-erased', {
      name: author.first_name,
      who: fullName(who.first_name, who.last_name),
      count: String(erased.length),
      link: PAGES.cases,
    });
  }
}
