import type { CaseContent, CaseDetail } from '@cusp/contract/cases';
import { dayIn, isoDay } from '@cusp/text/zones';
import type { ReadLog } from '../../platform/audit/read-log.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { readyAt } from '../appointments/plan-appointments.ts';
import { calendarFrom, fromDayOn } from '../case-access/work-calendar.sql.ts';
import { caseDetail } from '../cases/case-detail.sql.ts';
import { presentCase } from '../cases/cases.present.ts';
import { presentComments } from '../comments/comments.present.ts';
import { commentsOf } from '../comments/comments.sql.ts';
import { presentFiles } from '../files/files.present.ts';
import { filesOf } from '../files/files.sql.ts';

/** How many days back closed days are sent, because they determine by when a case had to be sent. */
const DAYS_BEFORE = 100;

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
  const found = await caseWithAll(services, actor, which);
  log.add(actor, found.id);
  return found;
}

/** A case with its files and comments; the caller logs the read. */
export async function caseWithAll(services: Services, actor: Actor, which: Which): Promise<CaseDetail> {
  const row = await caseDetail(services.db, actor.userId, which);
  const content = presentCase(row);
  const [files, comments] = await Promise.all([
    filesOf(services.db, actor.userId, content.id),
    commentsOf(services.db, actor.userId, content.id),
  ]);
  const sent = dayIn('UTC', row.published_at);
  return {
    ...content,
    anchor: {
      ready: readyAt(row, files)?.toISOString() ?? null,
      shipped: row.shipped_at?.toISOString() ?? null,
      calendar: fromDayOn(
        calendarFrom(row.calendar_choice),
        isoDay({ ...sent, day: sent.day - DAYS_BEFORE }),
      ),
    },
    files: presentFiles(actor.userId, files),
    comments: presentComments(comments, actor.userId),
  };
}
