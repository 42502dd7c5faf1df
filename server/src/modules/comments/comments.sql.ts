import type { ReactionKind } from '@cusp/contract/comments.routes';
import { sql } from 'kysely';
import { compiled } from '../../platform/db/compiled.ts';
import type { DbOrTx, Tx } from '../../platform/db/database.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import { type CaseInHand, lockCase } from '../case-access/case-in-hand.sql.ts';
import { requireNoHold } from '../case-access/holds.sql.ts';
import { casesVisibleTo } from '../case-access/visible-cases.sql.ts';
import type { PersonRow } from '../people/person.present.ts';
import { personJson } from '../people/person.sql.ts';

export interface MentionRow {
  at: number;
  person: PersonRow;
}

/** People mentioned in a comment of the query, in order. */
const mentionsOf = sql<MentionRow[]>`coalesce((
  select json_agg(json_build_object('at', mention.at, 'person', ${personJson('named')}) order by mention.ordinal)
  from comment_mention as mention join app_user as named on named.id = mention.user_id
  where mention.comment_id = comment.id
), '[]'::json)`;

export interface ReactionRow {
  kind: ReactionKind;
  person: PersonRow;
}

/** Reactions to a comment of the query, in the order in which they came. */
const reactionsOf = sql<ReactionRow[]>`coalesce((
  select json_agg(json_build_object('kind', reaction.kind, 'person', ${personJson('fan')}) order by reaction.at, fan.id)
  from comment_reaction as reaction join app_user as fan on fan.id = reaction.user_id
  where reaction.comment_id = comment.id
), '[]'::json)`;

/** Comments of a case already known to be visible, oldest first; `unread` is for this person. */
const comments = compiled((db, { userId, caseId }: { userId: number; caseId: number }) =>
  db
    .selectFrom('case_comment as comment')
    .innerJoin('app_user as author', 'author.id', 'comment.author_id')
    .leftJoin('unread_comment as unread', (join) =>
      join.onRef('unread.comment_id', '=', 'comment.id').on('unread.user_id', '=', userId),
    )
    .leftJoin('case_file as file', 'file.id', 'comment.file_id')
    .leftJoin('case_file as scan', 'scan.id', 'comment.pin_file_id')
    .select(['comment.id', 'comment.body', 'comment.author_id', 'comment.created_at', 'comment.updated_at'])
    .select(['comment.version', 'comment.file_id', 'file.filename as filename'])
    .select('file.deleted_at as file_deleted_at')
    .select(['comment.pin', 'comment.pin_no', 'comment.pin_file_id', 'scan.filename as scan_filename'])
    .select('scan.deleted_at as scan_deleted_at')
    .select(['comment.reply_to_id', 'comment.thread_id'])
    .select([mentionsOf.as('mentions'), reactionsOf.as('reactions')])
    .select(['author.first_name', 'author.last_name', 'author.institution'])
    .select(['author.picture_key', 'author.deleted_at as author_deleted_at'])
    .select(sql<boolean>`unread.user_id is not null`.as('unread'))
    .where('comment.case_id', '=', caseId)
    .where('comment.deleted_at', 'is', null)
    .orderBy('comment.id'),
);

export const commentsOf = (db: DbOrTx, userId: number, caseId: number) => comments(db, { userId, caseId });

export type CommentRow = Awaited<ReturnType<typeof commentsOf>>[number];

interface LockedComment {
  id: number;
  author_id: number;
  body: string;
  version: number;
  file_id: number | null;
  pin_file_id: number | null;
  mentions: MentionRow[];
  dentalCase: CaseInHand;
}

/** Locks a comment and its case; 404 if it is not visible. */
export async function lockComment(tx: Tx, userId: number, commentId: number): Promise<LockedComment> {
  const { case_id } = found(
    await tx
      .selectFrom('case_comment')
      .innerJoin('dental_case', 'dental_case.id', 'case_comment.case_id')
      .select('case_comment.case_id')
      .where('case_comment.id', '=', commentId)
      .where('case_comment.deleted_at', 'is', null)
      .where(casesVisibleTo(userId))
      .executeTakeFirst(),
  );
  // The case is locked first, in the same order as everywhere else, then the comment is read again.
  const dentalCase = await lockCase(tx, userId, case_id);
  const comment = found(
    await tx
      .selectFrom('case_comment as comment')
      .select(['id', 'body', 'author_id', 'version', 'file_id', 'pin_file_id', mentionsOf.as('mentions')])
      .where('id', '=', commentId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
  );
  return { ...comment, dentalCase };
}

/** Locks an own comment to change it: 404 if not visible, 403 if another person wrote it. */
export async function lockOwnComment(tx: Tx, userId: number, commentId: number): Promise<LockedComment> {
  const comment = await lockComment(tx, userId, commentId);
  if (comment.author_id !== userId) throw new Refusal('comment_not_editable');
  await requireNoHold(tx, comment.dentalCase.id);
  return comment;
}
