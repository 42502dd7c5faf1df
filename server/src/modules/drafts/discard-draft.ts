import { sql } from 'kysely';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { forgetFilesOf } from '../files/remove-file.ts';
import { forgetUploadsOf } from '../files/uploads.sql.ts';
import { lockOwnCase } from './drafts.sql.ts';

/** Discards a draft: its content at once, the bytes of its files by a job. Its number stays taken. */
export async function discardDraft(services: Services, actor: Actor, draftId: number) {
  await inTransaction(services, actor, async (work) => {
    const draft = await lockOwnCase(work.tx, actor.userId, draftId);
    if (draft.published_at) throw new Refusal('not_found');
    await forgetFilesOf(work, draft.id);
    await work.tx.deleteFrom('restoration').where('case_id', '=', draft.id).execute();
    await work.tx
      .updateTable('dental_case')
      .set({
        client_key: null,
        recipient_id: null,
        patient_first: '',
        patient_last: '',
        patient_sex: null,
        patient_birth: null,
        note: '',
        no_restoration_reason: '',
        author_removed_at: sql`now()`,
      })
      .where('id', '=', draft.id)
      .execute();
  });
  // In this order, because finishing an upload locks its own row before the case.
  await inTransaction(services, actor, (work) => forgetUploadsOf(work, draftId));
  return {};
}
