import { EXPORT_KINDS } from './export-kinds.ts';
import { runChores } from './housekeeping.ts';
import { sendCommentMail } from './modules/case-mails/comment-mail.ts';
import { sendEditedMail } from './modules/case-mails/edited-mail.ts';
import { finishDeletion } from './modules/case-page/finish-deletion.ts';
import { runDataExport } from './modules/data-exports/run-data-export.ts';
import { sendPublishedMail } from './modules/drafts/published-mail.ts';
import { fillChecksums } from './modules/files/checksums.ts';
import { removeBytes } from './modules/files/tidy-files.ts';
import { sendEndedSessions } from './modules/identity/visit-calls.ts';
import { fileEvent } from './modules/inbox/file-event.ts';
import { makeLightCopy } from './modules/light-copies/make-light-copy.ts';
import { runExport } from './modules/list-exports/run-export.ts';
import { scanFile, scanSlowFile } from './modules/malware/scan-files.ts';
import { blankComment } from './modules/purge/blank-comment.ts';
import { purgeCase } from './modules/purge/purge-case.ts';
import { planBrowsers, sendPush } from './modules/push/send-push.ts';
import { workMoves } from './modules/region-move/work-imports.ts';
import { sendCircles, sendGuestChanges } from './modules/region-visit/circle-calls.ts';
import { settleGroup } from './modules/share-groups/settle-group.ts';
import { workTickets } from './modules/tickets/deliver-ticket.ts';
import { workMails } from './platform/mail/mail-worker.ts';
import type { Services } from './platform/services.ts';

/** Concurrent jobs of one kind, each of another person; one may take hours. */
const EXPORTS_AT_ONCE = 3;
/** Concurrent jobs, each of another person, because an address supplied by a browser may take ten seconds. */
const PUSHES_AT_ONCE = 4;

/** Concurrent scans, each of a file of another person. */
const SCANS_AT_ONCE = 4;
/** Concurrent scans of files on which the scanner ran out of time; one may take minutes. */
const SLOW_SCANS_AT_ONCE = 2;

/** Registers the handlers of all job queues in this process. */
export async function registerWorkers(services: Services): Promise<void> {
  await workMails(services);
  await workTickets(services);
  await services.jobs.work('list-export', ({ exportId }) => runExport(services, EXPORT_KINDS, exportId), {
    fair: EXPORTS_AT_ONCE,
  });
  await services.jobs.work('data-export', ({ exportId }) => runDataExport(services, exportId), {
    fair: EXPORTS_AT_ONCE,
  });
  await services.jobs.work('comment-mail', (job) => sendCommentMail(services, job));
  await services.jobs.work('edited-mail', (job) => sendEditedMail(services, job));
  await services.jobs.work('notices', ({ eventId }) => fileEvent(services, eventId), { isEager: true });
  await services.jobs.work('push', (job) => planBrowsers(services, job), { isEager: true });
  await services.jobs.work('push-browser', (job) => sendPush(services, job), {
    isEager: true,
    fair: PUSHES_AT_ONCE,
  });
  await services.jobs.work('blank-comment', ({ commentId }) => blankComment(services, commentId));
  await services.jobs.work('published-mail', (job) => sendPublishedMail(services, job));
  await services.jobs.work('finish-deletion', ({ deletionId }) => finishDeletion(services, deletionId));
  await services.jobs.work('purge-case', ({ caseId }) => purgeCase(services, caseId));
  // An erased move leaves thousands of them.
  await services.jobs.work('delete-bytes', ({ key }) => removeBytes(services, key), { isEager: true });
  await services.jobs.work('file-checksums', () => fillChecksums(services));
  await services.jobs.work('group-settled', (job) => settleGroup(services, job));
  await workMoves(services);
  await services.jobs.work('end-visits', ({ sessions }) => sendEndedSessions(services, sessions));
  await services.jobs.work('practice-changed', ({ people }) => sendCircles(services, people));
  await services.jobs.work('guest-changed', ({ userId }) => sendGuestChanges(services, userId));
  await services.jobs.work('circles-changed', ({ people }) => sendCircles(services, people));
  await services.jobs.work('light-copy', ({ fileId }) => makeLightCopy(services, fileId), {
    isEager: true,
  });
  await services.jobs.work('malware-scan', ({ fileId }) => scanFile(services, fileId), {
    isEager: true,
    fair: SCANS_AT_ONCE,
  });
  await services.jobs.work('malware-scan-slow', ({ fileId }) => scanSlowFile(services, fileId), {
    fair: SLOW_SCANS_AT_ONCE,
  });
  await services.jobs.work('housekeeping', () => runChores(services));
  await services.jobs.schedule('housekeeping', '*/10 * * * *');
}
