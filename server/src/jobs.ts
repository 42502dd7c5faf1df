import { sendCommentMail } from './modules/case-mails/comment-mail.ts';
import { sendEditedMail } from './modules/case-mails/edited-mail.ts';
import { finishDeletion, tidyDeletions } from './modules/case-page/finish-deletion.ts';
import { fillChecksums } from './modules/files/checksums.ts';
import { removeBytes, tidyFiles } from './modules/files/tidy-files.ts';
import { tidyUploads } from './modules/files/tidy-uploads.ts';
import { tidyHandoffs } from './modules/handoff/handoff.sql.ts';
import { tidyIdentity } from './modules/identity/tidy-identity.ts';
import { tidyInvitations } from './modules/invitations/invitation-limit.ts';
import { makeLightCopy } from './modules/light-copies/make-light-copy.ts';
import { queueMissingCopies } from './modules/light-copies/queue-light-copy.ts';
import { tidyPhone } from './modules/phone/tidy-phone.ts';
import { tidyPresence } from './modules/presence/be-here.ts';
import { settleGroup } from './modules/share-groups/settle-group.ts';
import { tidySharing } from './modules/sharing/share-limits.ts';
import { workMails } from './platform/mail/mail-worker.ts';
import type { Services } from './platform/services.ts';

/** Which work this process takes off the queues. */
export async function registerJobs(services: Services): Promise<void> {
  await workMails(services);
  await services.jobs.work('comment-mail', (job) => sendCommentMail(services, job));
  await services.jobs.work('edited-mail', (job) => sendEditedMail(services, job));
  await services.jobs.work('finish-deletion', ({ deletionId }) => finishDeletion(services, deletionId));
  await services.jobs.work('delete-bytes', ({ key }) => removeBytes(services, key));
  await services.jobs.work('file-checksums', () => fillChecksums(services));
  await services.jobs.work('group-settled', (job) => settleGroup(services, job));
  await services.jobs.work('light-copy', ({ fileId }) => makeLightCopy(services, fileId), {
    isEager: true,
  });
  await services.jobs.work('housekeeping', async () => {
    await tidyFiles(services);
    await tidyUploads(services);
    await tidyDeletions(services);
    await tidyIdentity(services);
    await tidyInvitations(services);
    await tidyPhone(services);
    await tidyPresence(services);
    await tidySharing(services);
    await tidyHandoffs(services);
    await queueMissingCopies(services);
  });
  await services.jobs.schedule('housekeeping', '*/10 * * * *');
}
