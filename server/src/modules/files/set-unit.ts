import type { FileScan } from '@cusp/contract/cases';
import { isMeshName } from '@cusp/mesh/classify-scan';
import type { ScanUnit } from '@cusp/mesh/scan-units';
import { sql } from 'kysely';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { lockFile, recordFileChange } from './change-file.ts';
import { mayClassify } from './files.policy.ts';
import { scanOfFile } from './scan-of-file.ts';

/**
 * Stores the unit of a scan's numbers, as a person set it, for this version; null removes it. `mm` confirms that the
 * scan is right. The bytes of the file are unchanged.
 */
export async function setUnit(
  services: Services,
  actor: Actor,
  id: number,
  unit: ScanUnit | null,
): Promise<{ scan: FileScan }> {
  return inTransaction(services, actor, async (work) => {
    const { place, file } = await lockFile(work, id);
    const code = mayClassify(place);
    if (code) throw new Refusal(code);
    const scan = isMeshName(file.filename) && scanOfFile({ ...file, unit });
    if (!scan) throw new Refusal('invalid_input', 'unit');
    if (file.unit === unit) return { scan };

    await keep(work, id, unit);
    await recordFileChange(work, place, { name: 'file_unit_set', fileId: id, detail: { unit } });
    return { scan };
  });
}

async function keep(work: Work, fileId: number, unit: ScanUnit | null): Promise<void> {
  if (!unit) {
    await work.tx.deleteFrom('scan_unit').where('file_id', '=', fileId).execute();
    return;
  }
  const said = { unit, chosen_by: work.actor.userId };
  await work.tx
    .insertInto('scan_unit')
    .values({ file_id: fileId, ...said })
    .onConflict((conflict) => conflict.column('file_id').doUpdateSet({ ...said, chosen_at: sql`now()` }))
    .execute();
}
