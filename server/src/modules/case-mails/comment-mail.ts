import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Doer } from '../../platform/http/actor.ts';
import type { JobData } from '../../platform/jobs/queues.ts';
import type { MailTemplate } from '../../platform/mail/mail-request.ts';
import type { Services } from '../../platform/services.ts';
import { languageOrEnglish } from '../../platform/texts/load-texts.ts';
import type { Work } from '../../platform/work.ts';
import { nameOf } from '../people/person.present.ts';
import { type MailSetting, queueCaseMail, wanting, withPlannedMail } from './case-mail.ts';
import { planCaseMail } from './plan-case-mail.ts';

/** Comments on one case within this time, counted from the first unmailed one, are collected into one mail. */
const GATHER_MS = 3 * 60_000;

type Kind = JobData['comment-mail']['kind'];
const MAILS: Record<Kind, { setting: MailSetting; template: MailTemplate; afterMs: number }> = {
  // Mentions are mailed at once because someone is waiting for an answer; see `mailedJustNow`.
  mention: { setting: 'comment_add_email', template: 'comment-mention', afterMs: 0 },
  added: { setting: 'comment_add_email', template: 'comment-added', afterMs: GATHER_MS },
  edited: { setting: 'comment_edit_email', template: 'comment-edited', afterMs: GATHER_MS },
};

/** Schedules one mail to each receiver who wants it, unless one is already scheduled. */
export async function queueCommentMails(
  work: Work<Doer>,
  about: { caseId: number; receivers: readonly number[]; kind: Kind; at?: Date },
): Promise<void> {
  const { caseId, kind } = about;
  const { setting, afterMs } = MAILS[kind];
  const since = (about.at ?? new Date()).toISOString();
  const wished = await wanting(work.tx, about.receivers, setting);
  const justMailed = kind === 'mention' ? await mailedJustNow(work.tx, caseId, about.receivers) : new Set();
  for (const { id } of wished) {
    const startAfter = new Date(Date.now() + (justMailed.has(id) ? GATHER_MS : afterMs));
    await planCaseMail(work, 'comment-mail', { caseId, userId: id, kind, since }, startAfter);
  }
}

/**
 * People who were mailed about this case a moment ago and have not looked since; further mentions do not mail them
 * again.
 */
async function mailedJustNow(tx: Tx, caseId: number, userIds: readonly number[]): Promise<Set<number>> {
  const rows = await tx
    .selectFrom('unread_comment')
    .select('user_id')
    .distinct()
    .where('case_id', '=', caseId)
    .where('user_id', '=', sql<number>`any(${[...userIds]}::bigint[])`)
    .where('mailed_at', '>', new Date(Date.now() - GATHER_MS))
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}

/** Sends the scheduled mail unless everything in it was read, deleted or already mailed. */
export const sendCommentMail = (services: Services, job: JobData['comment-mail']): Promise<void> => {
  const { setting, template } = MAILS[job.kind];
  return withPlannedMail(services, 'comment-mail', { job, setting }, async (work, about) => {
    const comments = await (job.kind === 'edited'
      ? changedComments(work.tx, job)
      : unmailedComments(work.tx, job, job.kind));
    if (comments.length === 0) return;
    if (job.kind !== 'edited') await markMailed(work.tx, job, comments);
    const authors = authorsOf(comments, about.receiver.language);
    const params = { count: String(comments.length), authors };
    await queueCaseMail(work, template, { ...about, params });
  });
};

/**
 * The comments that wait for a mail, to include them in another one; marks them as mailed. Null if there are no such
 * comments or the receiver does not want mails about them.
 */
export async function takeUnmailed(
  { tx }: Work<Doer>,
  place: Place,
  language: string,
): Promise<{ count: number; authors: string } | null> {
  const [receiver] = await wanting(tx, [place.userId], 'comment_add_email');
  const comments = receiver ? await unmailedComments(tx, place, 'added') : [];
  if (comments.length === 0) return null;
  await markMailed(tx, place, comments);
  return { count: comments.length, authors: authorsOf(comments, language) };
}

interface Place {
  caseId: number;
  /** The receiver. */
  userId: number;
}

type CommentWithAuthor = Awaited<ReturnType<typeof changedComments>>[number];

/** The names of the authors as a list, '' if all accounts were deleted. */
function authorsOf(comments: readonly CommentWithAuthor[], language: string): string {
  const names = new Map(comments.map((comment) => [comment.id, nameOf(comment)]));
  const list = new Intl.ListFormat(languageOrEnglish(language), { type: 'conjunction' });
  return list.format([...names.values()].filter((name) => name !== ''));
}

const markMailed = (tx: Tx, { caseId, userId }: Place, comments: readonly CommentWithAuthor[]) =>
  tx
    .updateTable('unread_comment')
    .set({ mailed_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('case_id', '=', caseId)
    .where(
      'comment_id',
      'in',
      comments.map(({ comment_id }) => comment_id),
    )
    .execute();

const commentsWithAuthors = (tx: Tx, { caseId, userId }: Place) =>
  tx
    .selectFrom('case_comment as comment')
    .innerJoin('app_user as author', 'author.id', 'comment.author_id')
    .select(['comment.id as comment_id', 'author.id', 'first_name', 'last_name', 'institution'])
    .select(['picture_key', 'author.deleted_at'])
    .where('comment.case_id', '=', caseId)
    .where('comment.author_id', '<>', userId)
    .where('comment.deleted_at', 'is', null)
    .orderBy('comment.id');

/** Comments the receiver has neither seen nor been mailed about; for mention mails only those that mention them. */
const unmailedComments = (tx: Tx, place: Place, kind: 'mention' | 'added') =>
  commentsWithAuthors(tx, place)
    .innerJoin('unread_comment as unread', 'unread.comment_id', 'comment.id')
    .where('unread.user_id', '=', place.userId)
    .where('unread.mailed_at', 'is', null)
    .$if(kind === 'mention', (query) =>
      query.where(
        sql<boolean>`exists (select from comment_mention as mention
          where mention.comment_id = comment.id and mention.user_id = ${place.userId})`,
      ),
    )
    .execute();

const changedComments = (tx: Tx, job: JobData['comment-mail']) =>
  commentsWithAuthors(tx, job)
    .whereRef('comment.updated_at', '>', 'comment.created_at')
    .where('comment.updated_at', '>=', new Date(job.since))
    .execute();
