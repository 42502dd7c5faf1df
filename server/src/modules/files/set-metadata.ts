import type { Actor } from '../../platform/http/actor.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { audienceOf } from '../case-access/visible-cases.sql.ts';
import { maySetMetadata } from './files.policy.ts';
import { fileById, lockPlace } from './files.sql.ts';

/** Says whether others get a picture with its place and device. Links never do. */
export async function setMetadata(
  services: Services,
  actor: Actor,
  id: number,
  isKept: boolean,
): Promise<void> {
  await inTransaction(services, actor, async (work) => {
    const { caseId } = found(await fileById(work.tx, actor.userId, id));
    const place = found(await lockPlace(work.tx, actor.userId, caseId));
    const file = found(await fileById(work.tx, actor.userId, id));
    const code = maySetMetadata(actor.userId, place, file);
    if (code) throw new Refusal(code);
    if (file.keepsMetadata === isKept) return;
    await work.tx.updateTable('case_file').set({ keeps_metadata: isKept }).where('id', '=', id).execute();
    await work.audit({
      action: 'file_metadata_set',
      caseId,
      object: { type: 'file', id },
      detail: { kept: isKept },
    });
    if (place.isDraft) return;
    await work.record({
      name: 'file_metadata_set',
      caseId,
      audience: await audienceOf(work.tx, { id: caseId }),
      ids: { file: id },
    });
  });
}
