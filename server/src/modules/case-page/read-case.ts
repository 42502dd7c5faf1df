import type { CaseContent, CaseDetail } from '@cusp/contract/cases';
import type { ReadLog } from '../../platform/audit/read-log.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { caseDetail } from '../cases/case-detail.sql.ts';
import { presentCase } from '../cases/cases.present.ts';
import { presentComments } from '../comments/comments.present.ts';
import { commentsOf } from '../comments/comments.sql.ts';
import { presentFiles } from '../files/files.present.ts';
import { filesOf } from '../files/files.sql.ts';

type Which = { id: number } | { no: string };

/** A case without files and comments. The read is logged in the audit log and changes nothing else. */
export async function readContent(
  services: Services,
  log: ReadLog,
  actor: Actor,
  which: Which,
): Promise<CaseContent> {
  const row = await caseDetail(services.db, actor.userId, which);
  log.add(actor, row.id);
  return presentCase(row);
}

/** A case with its files and comments. Does not mark anything as read. */
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
  return {
    ...content,
    files: presentFiles(actor.userId, files),
    comments: presentComments(comments, actor.userId),
  };
}
