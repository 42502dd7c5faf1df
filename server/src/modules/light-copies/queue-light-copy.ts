import { hasExtension, SURFACE_EXTENSIONS } from '@cusp/mesh/file-extensions';
import { type Doer, NOBODY } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { filesWithoutCopy, wantCopy } from './light-copies.sql.ts';

/** Files whose copies are caught up with at a time; the next go takes the next ones. */
const AT_A_TIME = 200;

/** Has the light copy of a file made once the transaction is through; other files than meshes have none. */
export async function queueLightCopy(
  work: Work<Doer>,
  file: { id: number; filename: string },
): Promise<void> {
  if (!hasExtension(file.filename, SURFACE_EXTENSIONS)) return;
  await wantCopy(work.tx, file.id);
  await work.enqueue('light-copy', { fileId: file.id }, { singletonKey: String(file.id) });
}

/** Catches up with files of before there were copies, of an older recipe, and whose job was lost. */
export async function queueMissingCopies(services: Services): Promise<void> {
  const files = await filesWithoutCopy(services.db, AT_A_TIME);
  await inTransaction(services, NOBODY, async (work) => {
    for (const file of files) await queueLightCopy(work, file);
  });
}
