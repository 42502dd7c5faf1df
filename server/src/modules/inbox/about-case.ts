import type { StatusCode } from '@cusp/contract/cases';
import type { EventName } from '@cusp/contract/event-names';
import type { InboxWhat } from '@cusp/contract/inbox';
import { shownStatus } from '@cusp/dental/case-status';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { peopleAround } from '../case-access/circle.sql.ts';
import { peopleOfReply } from '../case-access/people-of-reply.ts';
import { audienceOf } from '../case-access/visible-cases.sql.ts';
import type { FiledEvent, NewNotice } from './notice.types.ts';

const CHANGES: Partial<Record<EventName, InboxWhat>> = {
  post_modified: 'edited',
  change_proposed: 'proposed',
  change_declined: 'declined',
  change_withdrawn: 'withdrawn',
  files_uploaded: 'files',
};

/** The notices about an event of a case; empty if it has been undone or changed again. */
export async function aboutCase(tx: Tx, event: FiledEvent): Promise<NewNotice[]> {
  const { name, ids, change } = event;
  if (ids.undone !== undefined) return [];
  const caseId = Number(event.case_id);
  const dentalCase = await tx
    .selectFrom('dental_case')
    .select(['id', 'author_id', 'recipient_id', 'assignee_id', 'status', 'published_at'])
    .where('id', '=', caseId)
    .executeTakeFirst();
  if (!dentalCase || dentalCase.published_at === null) return [];
  const sees = new Set(await audienceOf(tx, { id: caseId }));
  const reached = event.audience.filter((userId) => sees.has(userId));
  const notice = (kind: NewNotice['kind'], what: InboxWhat, people: Iterable<number | null>): NewNotice => {
    const wanted = new Set(people);
    return { kind, what, caseId, people: reached.filter((userId) => wanted.has(userId)) };
  };
  const parties = [dentalCase.author_id, dentalCase.recipient_id, dentalCase.assignee_id];
  const concerned = async () => [...parties, ...(await peopleInComments(tx, caseId))];

  switch (name) {
    case 'post_published':
      return [notice('case', 'sent', await peopleAround(tx, [dentalCase.recipient_id]))];
    case 'post_status_modified': {
      const to = dentalCase.status;
      if (!change || shownStatus(to) !== shownStatus(change.to as StatusCode)) return [];
      return [{ ...notice('change', 'status', await concerned()), status: to }];
    }
    case 'post_assignee_changed': {
      const assignee = ids.assignee ?? null;
      if (dentalCase.assignee_id !== assignee) return [];
      return [
        notice('assignment', 'assigned', [Number(assignee)]),
        notice('assignment', 'unassigned', [Number(ids.was ?? 0)]),
      ];
    }
    case 'case_shipped': {
      // A notice of the shipment shows its current state anyway.
      if (ids.corrected !== undefined) return [];
      const makers = new Set(await peopleAround(tx, [dentalCase.recipient_id]));
      const receivers = (await concerned()).filter((person) => person !== null && !makers.has(person));
      return (await isShipped(tx, Number(ids.shipment))) ? [notice('change', 'shipped', receivers)] : [];
    }
    case 'comment_added':
    case 'comment_modified': {
      const { unread, named } = await readersOf(tx, Number(ids.comment));
      const mentioned = unread.filter((userId) => named.has(userId));
      if (name === 'comment_modified')
        return [notice('mention', 'mention', await withoutNotice(tx, caseId, mentioned))];
      const may = (await peopleOfReply(tx, Number(ids.comment), reached)) ?? new Set(await concerned());
      const others = unread.filter((userId) => may.has(userId) && !named.has(userId));
      return [notice('mention', 'mention', mentioned), notice('comment', 'comment', others)];
    }
    default: {
      const what = CHANGES[name];
      return what ? [notice('change', what, await concerned())] : [];
    }
  }
}

/** Whether a shipment has not been removed. */
async function isShipped(tx: Tx, id: number): Promise<boolean> {
  const row = await tx.selectFrom('case_shipment').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** People who wrote comments on a case or are mentioned in one. */
async function peopleInComments(tx: Tx, caseId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select author_id as id from case_comment where case_id = ${caseId} and deleted_at is null
    union
    select mention.user_id from case_comment as comment join comment_mention as mention on mention.comment_id = comment.id
    where comment.case_id = ${caseId} and comment.deleted_at is null
  `.execute(tx);
  return rows.map(({ id }) => id);
}

/** The people who have not read a comment yet, and those whom it mentions. */
async function readersOf(tx: Tx, commentId: number) {
  const unread = await tx
    .selectFrom('unread_comment')
    .select('user_id')
    .where('comment_id', '=', commentId)
    .execute();
  const named = await tx
    .selectFrom('comment_mention')
    .select('user_id')
    .where('comment_id', '=', commentId)
    .execute();
  return {
    unread: unread.map(({ user_id }) => user_id),
    named: new Set(named.map(({ user_id }) => user_id)),
  };
}

/** Leaves out people who already have an unread notice of a mention in the case. */
async function withoutNotice(tx: Tx, caseId: number, userIds: readonly number[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('inbox_item')
    .select('user_id')
    .where('case_id', '=', caseId)
    .where('kind', '=', 'mention')
    .where('read_at', 'is', null)
    .execute();
  const have = new Set(rows.map(({ user_id }) => user_id));
  return userIds.filter((userId) => !have.has(userId));
}

/** Removes unread notices of comments where no unread comment is left; returns the people whose inbox changed. */
export async function clearDeletedComments(tx: Tx, { case_id }: FiledEvent): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    delete from inbox_item as item
    where case_id = ${case_id}::bigint and kind in ('comment', 'mention') and read_at is null and not exists (
      select from unread_comment as unread
      where unread.case_id = item.case_id and unread.user_id = item.user_id and (item.kind = 'comment' or exists (
        select from comment_mention as mention
        where mention.comment_id = unread.comment_id and mention.user_id = item.user_id
      ))
    )
    returning user_id
  `.execute(tx);
  return rows.map(({ user_id }) => user_id);
}
