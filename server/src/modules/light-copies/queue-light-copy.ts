import { hasExtension, SURFACE_EXTENSIONS } from '@cusp/mesh/file-extensions';
import { type Doer, NOBODY } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { filesNeverCopied, filesWithoutCopy, wantCopy } from './light-copies.sql.ts';

/** Files of one transaction. */
const AT_A_TIME = 200;

/** Queues the light copy of a mesh after the commit; does nothing for other files. */
export async function queueLightCopy(
  work: Work<Doer>,
  file: { id: number; filename: string },
): Promise<void> {
  if (!hasExtension(file.filename, SURFACE_EXTENSIONS)) return;
  await wantCopy(work.tx, file.id);
  await work.enqueue('light-copy', { fileId: file.id }, { singletonKey: String(file.id) });
}

/** Backfills files without copies, with copies of an older recipe, and with lost jobs. */
export async function queueMissingCopies(services: Services): Promise<void> {
  const files = await filesWithoutCopy(services.db, AT_A_TIME);
  await inTransaction(services, NOBODY, async (work) => {
    for (const file of files) await queueLightCopy(work, file);
  });
}

/** Queues the light copies of people who have arrived from the other region, where theirs stay. */
export async function queueCopiesOf(services: Services, authors: readonly number[]): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const files = await filesNeverCopied(services.db, { authors, after, limit: AT_A_TIME });
    await inTransaction(services, NOBODY, async (work) => {
      for (const file of files) await queueLightCopy(work, file);
    });
    after = files.at(-1)?.id;
  }
}
