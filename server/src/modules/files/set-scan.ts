import type { FileScan } from '@cusp/contract/cases';
import { choiceFits, jawOfTooth, rolesFor, type ScanChoice } from '@cusp/mesh/classify-scan';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { lockFile, recordFileChange } from './change-file.ts';
import { mayClassify } from './files.policy.ts';
import { type FileRow, fileById } from './files.sql.ts';
import { scanOfFile } from './scan-of-file.ts';

/**
 * Stores what a scan shows, as a person set it, for every version of its name; null removes it. Throws for files that
 * show nothing in 3D, except for null.
 */
export async function setScan(
  services: Services,
  actor: Actor,
  id: number,
  choice: ScanChoice | null,
): Promise<{ scan: FileScan }> {
  return inTransaction(services, actor, async (work) => {
    const { place, file } = await lockFile(work, id);
    const code = mayClassify(place);
    if (code) throw new Refusal(code);
    const fits = choice ? choiceFits(file.filename, choice) : rolesFor(file.filename).length > 0;
    if (!fits || !scanOfFile(file)) throw new Refusal('invalid_input', 'scan');

    const isNew = choice ? await keep(work, file, choice) : await forget(work.tx, file);
    const scan = found(scanOfFile(found(await fileById(work.tx, actor.userId, id))));
    if (!isNew) return { scan };
    await recordFileChange(work, place, { name: 'file_classified', fileId: id, detail: { ...scan } });
    return { scan };
  });
}

/** Whether it changed. */
async function keep(work: Work, file: FileRow, { role, ...choice }: ScanChoice): Promise<boolean> {
  const { tooth } = choice;
  const jaw = tooth === null ? choice.jaw : jawOfTooth(tooth);
  if (file.saidRole === role && file.saidJaw === jaw && file.saidTooth === tooth) return false;
  const said = { role, jaw, tooth, chosen_by: work.actor.userId };
  await work.tx
    .insertInto('scan_choice')
    .values({ case_id: file.caseId, filename: file.filename, ...said })
    .onConflict((conflict) =>
      conflict.columns(['case_id', 'filename']).doUpdateSet({ ...said, chosen_at: sql`now()` }),
    )
    .execute();
  return true;
}

async function forget(tx: Tx, { caseId, filename }: FileRow): Promise<boolean> {
  const gone = await tx
    .deleteFrom('scan_choice')
    .where('case_id', '=', caseId)
    .where('filename', '=', filename)
    .returning('role')
    .executeTakeFirst();
  return gone !== undefined;
}
