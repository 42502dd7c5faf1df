import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { lockFile, recordFileChange } from './change-file.ts';
import { maySetMetadata } from './files.policy.ts';

/** Sets whether others get a picture with location and device. Links never include them. */
export async function setMetadata(
  services: Services,
  actor: Actor,
  id: number,
  isKept: boolean,
): Promise<void> {
  await inTransaction(services, actor, async (work) => {
    const { place, file } = await lockFile(work, id);
    const code = maySetMetadata(actor.userId, place, file);
    if (code) throw new Refusal(code);
    if (file.keepsMetadata === isKept) return;
    await work.tx.updateTable('case_file').set({ keeps_metadata: isKept }).where('id', '=', id).execute();
    await recordFileChange(work, place, { name: 'file_metadata_set', fileId: id, detail: { kept: isKept } });
  });
}
