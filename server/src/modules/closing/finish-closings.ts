import { sql } from 'kysely';
import { internalActor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { draftsOf } from '../case-access/case-access.policy.ts';
import { lockIfVisible } from '../case-access/case-in-hand.sql.ts';
import { isHeld, isOnHold } from '../case-access/holds.sql.ts';
import { removeForCircle } from '../cases/remove-cases.ts';
import { discardDrafts } from '../drafts/discard-draft.ts';
import { blockOf, ownCases } from './closing.sql.ts';
import { emptySupport, eraseAccount, removeExports } from './erase-account.ts';

/** Accounts that one run makes progress with, and accounts that are read at a time. */
const ACCOUNTS = 100;
/** Transactions of one run for the cases of each account. */
const PARTS = 20;
/** Cases of one transaction. */
const AT_ONCE = 50;

/**
 * Closes the accounts whose time is over: first the account, in one transaction, then the person's copies of cases,
 * part by part. A killed run is continued. An account that cannot be closed now, for example while a case is on hold,
 * waits, and does not count towards the limit, so that it does not delay the accounts after it.
 */
export async function finishClosings(services: Services): Promise<void> {
  let done = 0;
  let last = 0;
  while (done < ACCOUNTS) {
    const due = await services.db
      .selectFrom('app_user')
      .select('id')
      .where('closes_at', '<=', sql<Date>`now()`)
      .where(isClosedHere)
      .where('id', '>', last)
      .orderBy('id')
      .limit(ACCOUNTS)
      .execute();
    for (const { id } of due) if (await finishClosing(services, id)) done += 1;
    last = due.at(-1)?.id ?? 0;
    if (due.length < ACCOUNTS) return;
  }
}

/** Accounts of the other region are closed there; here only their copies are removed. */
const isClosedHere = sql<boolean>`(presence = 'home' or (presence in ('guest', 'moved') and deleted_at is not null))`;

/** Continues with one account; returns whether it made progress. */
async function finishClosing(services: Services, userId: number): Promise<boolean> {
  try {
    const closed = await closeNow(services, userId);
    if (closed === 'waits') return false;
    let parts = 0;
    while (parts < PARTS && (await removeCopies(services, userId))) parts += 1;
    return closed === 'now' || parts > 0;
  } catch (error) {
    services.log.warn({ err: error, userId }, 'could not close an account yet');
    return false;
  }
}

/** Closes an account, unless it is closed already or has to wait. */
const closeNow = (services: Services, userId: number): Promise<'now' | 'before' | 'waits'> =>
  inTransaction(services, internalActor(userId), async (work) => {
    const user = await work.tx
      .selectFrom('app_user')
      .select(['email', 'deleted_at'])
      .where('id', '=', userId)
      // The person may have signed in or moved while the lock was awaited.
      .where('closes_at', '<=', sql<Date>`now()`)
      .where(isClosedHere)
      .forUpdate()
      .executeTakeFirst();
    if (!user) return 'waits';
    if (user.deleted_at) {
      // Support sessions of people who have moved away outlive the erasure in their former region.
      await emptySupport(work.tx, userId);
      await removeExports(work);
      return 'before';
    }
    if (await blockOf(work.tx, userId)) return 'waits';
    await eraseAccount(work, user.email);
    await work.as({ userId: null }).audit({
      action: 'account_closed',
      object: { type: 'user', id: userId },
    });
    return 'now';
  });

/** Removes a part of a closed account's copies and drafts; returns whether there are more. */
const removeCopies = (services: Services, userId: number): Promise<boolean> =>
  inTransaction(services, internalActor(userId), async (work) => {
    const { tx } = work;
    await discardDrafts(work, draftsOf(userId));
    const found = await tx
      .selectFrom('dental_case')
      .select('id')
      .where(ownCases(userId))
      .where(sql<boolean>`not ${isHeld}`)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute();
    const ids: number[] = [];
    for (const { id } of found)
      if ((await lockIfVisible(tx, userId, id)) && !(await isOnHold(tx, id))) ids.push(id);
    if (ids.length > 0) await removeForCircle(work, ids, 'closing');
    if (found.length === AT_ONCE) return true;
    await forgetInSearch(userId).execute(tx);
    // Cases that have been put on hold are left for later.
    const left = await tx
      .selectFrom('dental_case')
      .select('id')
      .where(ownCases(userId))
      .limit(1)
      .executeTakeFirst();
    if (!left) await tx.updateTable('app_user').set({ closes_at: null }).where('id', '=', userId).execute();
    return false;
  });

/** Searches no longer find the cases that others keep by the person's institution. */
const forgetInSearch = (userId: number) => sql`
  update case_search set text = search_text(concat_ws(' ',
    sent.patient_first, sent.patient_last, korean_name(sent.patient_first, sent.patient_last),
    sent.no, author.institution, recipient.institution, sent.note))
  from dental_case as sent
  join app_user as author on author.id = sent.author_id
  join app_user as recipient on recipient.id = sent.recipient_id
  where case_search.case_id = sent.id and comment_id = 0 and ${userId}::bigint in (sent.author_id, sent.recipient_id)
`;
