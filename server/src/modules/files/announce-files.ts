import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { type Actor, internalActor } from '../../platform/http/actor.ts';
import { found } from '../../platform/http/refusal.ts';
import { eachApart } from '../../platform/jobs/each-apart.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { audienceOf, visibleToCircle } from '../case-access/visible-cases.sql.ts';
import { queueEditedMails } from '../case-mails/edited-mail.ts';
import { lockPlace } from './files.sql.ts';

/** Files whose uploader left without finishing are announced after this time. */
const SILENT_FOR = '15 minutes';

/** Announces, once, the files this person added to a sent case. A draft has no other side. */
export async function announceFiles(services: Services, actor: Actor, caseId: number): Promise<void> {
  await inTransaction(services, actor, async (work) => {
    const place = found(await lockPlace(work.tx, actor.userId, caseId));
    if (place.isDraft) return;
    const added = await work.tx
      .updateTable('case_file')
      .set({ announced_at: sql`now()` })
      .where('case_id', '=', caseId)
      .where('uploader_id', '=', actor.userId)
      .where('announced_at', 'is', null)
      .where('deleted_at', 'is', null)
      .returning('id')
      .execute();
    if (added.length === 0) return;
    await work.tx
      .updateTable('dental_case')
      .set({ updated_at: sql`now()` })
      .where('id', '=', caseId)
      .execute();
    const audience = await audienceOf(work.tx, { id: caseId });
    await work.record({
      name: 'files_uploaded',
      activity: 'FILE_UPLOAD',
      caseId,
      audience,
      ids: { files: added.map(({ id }) => id) },
    });
    // Before the next event, because a mail lists what happened from the latest one on.
    await queueEditedMails(work, caseId, audience);
    // The specification requires both events: files were added, and the upload is complete.
    await work.record({
      name: 'post_uploaded',
      activity: 'POST_UPLOAD',
      caseId,
      audience,
    });
  });
}

/** Announces the files of a draft when it is sent. */
export async function markFilesSent(tx: Tx, caseId: number): Promise<void> {
  await tx
    .updateTable('case_file')
    .set({ announced_at: sql`now()` })
    .where('case_id', '=', caseId)
    .where('announced_at', 'is', null)
    .execute();
}

/** Announces files whose uploader closed the page before the last upload ended. */
export async function announceSilentFiles(services: Services): Promise<void> {
  const left = await services.db
    .selectFrom('case_file')
    .innerJoin('dental_case', 'dental_case.id', 'case_file.case_id')
    .select(['case_file.case_id', 'case_file.uploader_id'])
    .where('case_file.announced_at', 'is', null)
    .where('case_file.deleted_at', 'is', null)
    .where(visibleToCircle(sql`circle_of(case_file.uploader_id)`))
    .groupBy(['case_file.case_id', 'case_file.uploader_id'])
    .having(sql`max(case_file.created_at)`, '<', sql`now() - ${SILENT_FOR}::interval`)
    .limit(500)
    .execute();
  await eachApart(services, {
    items: left,
    run: ({ case_id, uploader_id }) => announceFiles(services, internalActor(uploader_id), case_id),
    problem: 'files not announced',
    about: ({ case_id }) => ({ caseId: case_id }),
  });
}
