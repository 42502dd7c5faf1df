import { extensionOf } from '@cusp/contract/files';
import { type Tx, transact } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services.ts';
import { filesWithoutCopy, SHOWN_EXTENSIONS, wantCopy } from './light-copies.sql.ts';

/** Files whose copies are caught up with at a time; the next go takes the next ones. */
const AT_A_TIME = 200;

/** Has the light copy of a file made once the transaction is through; other files than meshes have none. */
export async function queueLightCopy(
  tx: Tx,
  { jobs }: Services,
  file: { id: number; filename: string },
): Promise<void> {
  if (!(SHOWN_EXTENSIONS as readonly string[]).includes(extensionOf(file.filename))) return;
  await wantCopy(tx, file.id);
  await jobs.enqueue(tx, 'light-copy', { fileId: file.id }, { singletonKey: String(file.id) });
}

/** Catches up with files of before there were copies, of an older recipe, and whose job was lost. */
export async function queueMissingCopies(services: Services): Promise<void> {
  const files = await filesWithoutCopy(services.db, AT_A_TIME);
  await transact(services.db, async (tx) => {
    for (const file of files) await queueLightCopy(tx, services, file);
  });
}
