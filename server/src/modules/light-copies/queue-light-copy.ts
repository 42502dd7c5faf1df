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

/** Queues copies for files without one, with one of an older recipe, or with a lost job. */
export async function queueMissingCopies(services: Services): Promise<void> {
  const files = await filesWithoutCopy(services.db, AT_A_TIME);
  await inTransaction(services, NOBODY, async (work) => {
    for (const file of files) await queueLightCopy(work, file);
  });
}

/**
 * Queues some of the light copies of people who have arrived from the other region, because copies do not move. Returns
 * the file after which the next portion begins, null after the last.
 */
export async function queueCopiesOf(
  work: Work<Doer>,
  authors: readonly number[],
  after: number,
): Promise<number | null> {
  const files = await filesNeverCopied(work.tx, { authors, after, limit: AT_A_TIME });
  for (const file of files) await queueLightCopy(work, file);
  return files.length < AT_A_TIME ? null : (files.at(-1)?.id ?? null);
}
