import { type Missing, missingForSending } from '@cusp/dental/completeness';
import { openProblems } from '@cusp/dental/order-rules';
import { scannedJaw } from '@cusp/mesh/classify-scan';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { latestToday, todayAnywhere } from '../../platform/time/days.ts';
import { inTransaction } from '../../platform/work.ts';
import { planAppointment } from '../appointments/plan-appointments.ts';
import { peopleAround } from '../case-access/circle.sql.ts';
import { audienceOf } from '../case-access/visible-cases.sql.ts';
import { markFilesSent } from '../files/announce-files.ts';
import { filesOf } from '../files/files.sql.ts';
import { scanOfFile } from '../files/scan-of-file.ts';
import { keepDevice } from './device-of-draft.ts';
import { fieldsOf } from './drafts.present.ts';
import { type DraftRow, draftRestorations, lockOwnCase } from './drafts.sql.ts';
import { planPublishedMails } from './published-mail.ts';
import { isRecipient } from './recipients.sql.ts';

/** Sends a complete case. The row lock lets one of several requests do so; the others get the same reply. */
export async function sendDraft(
  services: Services,
  actor: Actor,
  input: { draftId: number; version: number },
): Promise<{ id: number; no: string; version: number }> {
  return inTransaction(services, actor, async (work) => {
    const draft = await lockOwnCase(work.tx, actor.userId, input.draftId);
    const { id, no, recipient_id } = draft;
    if (draft.published_at) return { id, no, version: draft.version };
    if (draft.version !== input.version) throw new Refusal('draft_changed');
    const version = draft.version + 1;
    await refuseUnready(work.tx, draft);
    if (recipient_id === null || !(await isRecipient(work.tx, actor.userId, recipient_id)))
      throw new Refusal('recipient_not_connected', 'recipientId');
    await keepDevice(work.tx, actor.userId, draft);

    await work.tx
      .updateTable('dental_case')
      .set({
        status: 'OPEN',
        version,
        published_at: sql`now()`,
        updated_at: sql`now()`,
      })
      .where('id', '=', id)
      .execute();
    await markFilesSent(work.tx, id);
    await planAppointment(work.tx, id);
    const audience = await audienceOf(work.tx, { id });
    const recipientSide = await peopleAround(work.tx, [recipient_id]);
    await work.record({
      name: 'post_published',
      activity: 'POST_CREATE',
      caseId: id,
      audience,
    });
    await work.audit({ action: 'case_sent', caseId: id });
    await planPublishedMails(work, {
      caseId: id,
      receivers: recipientSide.filter((userId) => userId !== actor.userId && audience.includes(userId)),
    });
    return { id, no, version };
  });
}

/** Refuses an incomplete or contradictory case, with all reasons. */
async function refuseUnready(tx: Tx, draft: DraftRow): Promise<void> {
  const fields = fieldsOf(draft, await draftRestorations(tx, draft.id));
  const files = await filesOf(tx, draft.author_id, draft.id);
  const scans = files.map((file) => ({ filename: file.filename, scan: scanOfFile(file) }));
  const missing = missingForSending({ ...fields, files: scans }, scannedJaw, todayAnywhere());
  const problems = openProblems(fields, latestToday());
  if (missing.length > 0) throw new Refusal('draft_incomplete', { missing: missing.map(wordOf), problems });
  if (problems.length > 0) throw new Refusal('order_contradictory', { problems });
}

/** `code`, `code:<index of the restoration>` or `scans:upper,lower`. */
export function wordOf(missing: Missing): string {
  if ('restoration' in missing) return `${missing.code}:${missing.restoration}`;
  return 'jaws' in missing ? `${missing.code}:${missing.jaws.join(',')}` : missing.code;
}
