import { audit } from '../../platform/audit/audit.ts';
import { transact } from '../../platform/db/database.ts';
import { record } from '../../platform/events/record.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
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
  await transact(services.db, async (tx) => {
    const { caseId } = found(await fileById(tx, actor.userId, id));
    const place = found(await lockPlace(tx, actor.userId, caseId));
    const file = found(await fileById(tx, actor.userId, id));
    const code = maySetMetadata(actor.userId, place, file);
    if (code) throw new Refusal(code);
    if (file.keepsMetadata === isKept) return;
    await tx.updateTable('case_file').set({ keeps_metadata: isKept }).where('id', '=', id).execute();
    await audit(tx, actor, {
      action: 'file_metadata_set',
      caseId,
      object: { type: 'file', id },
      detail: { kept: isKept },
    });
    if (place.isDraft) return;
    await record(tx, services.hub, actor, {
      name: 'file_metadata_set',
      caseId,
      audience: await audienceOf(tx, { id: caseId }),
      ids: { file: id },
    });
  });
}
