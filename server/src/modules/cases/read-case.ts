import { statusAfterLook } from '@cusp/contract/case-status';
import type { CaseContent, CaseDetail } from '@cusp/contract/cases';
import { transact } from '../../platform/db/database.ts';
import { record } from '../../platform/events/record.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { presentComment } from '../comments/comments.present.ts';
import { commentsOf, markCommentsRead } from '../comments/comments.sql.ts';
import { presentFiles } from '../files/files.present.ts';
import { filesOf } from '../files/files.sql.ts';
import { caseDetail } from './case-detail.sql.ts';
import { audienceOf, lockCase } from './case-in-hand.sql.ts';
import { presentCase } from './cases.present.ts';
import type { ReadLog } from './read-log.ts';

type Which = { id: number } | { no: string };

/** A case without files and comments. */
export async function readContent(
  services: Services,
  log: ReadLog,
  actor: Actor,
  which: Which,
): Promise<CaseContent> {
  const row = await caseDetail(services.db, actor.userId, which);
  const status = statusAfterLook(row.side, row.status);
  if (status !== row.status) await markRead(services, actor, row.id);
  log.add(actor, row.id);
  return presentCase({ ...row, status });
}

/** A case with its files and comments; the comments count as read by this person from now on. */
export async function readCase(
  services: Services,
  log: ReadLog,
  actor: Actor,
  which: Which,
): Promise<CaseDetail> {
  const content = await readContent(services, log, actor, which);
  const [files, comments] = await Promise.all([
    filesOf(services.db, actor.userId, content.id),
    commentsOf(services.db, actor.userId, content.id),
  ]);
  await markCommentsRead(services.db, actor.userId, content.id, comments);
  return {
    ...content,
    files: presentFiles(actor.userId, files),
    comments: comments.map((comment) => presentComment(comment, actor.userId)),
  };
}

/**
 * The recipient's side has opened the case. Nothing else about it changes: not when it was last updated,
 * nor the status before closing. The author's side hears of it, without an entry in the activity list.
 */
async function markRead(services: Services, actor: Actor, caseId: number): Promise<void> {
  await transact(services.db, async (tx) => {
    const dentalCase = await lockCase(tx, actor.userId, caseId);
    const status = statusAfterLook(dentalCase.side, dentalCase.status);
    if (status === dentalCase.status) return;
    await tx.updateTable('dental_case').set({ status }).where('id', '=', caseId).execute();
    await record(tx, services.hub, actor, {
      name: 'post_status_modified',
      caseId,
      audience: await audienceOf(tx, dentalCase),
    });
  });
}
