import { text } from 'node:stream/consumers';
import {
  type Archive,
  type Copy,
  copiesOf,
  copyKey,
  copyPrefix,
  copySizes,
  filesPrefix,
  keysKey,
  segmentsOf,
} from './archive.ts';
import { keysIn } from './copy-cluster.ts';

const DAY_MS = 24 * 3600 * 1000;
const SEALED = '.age';

/**
 * Removes backups that are not needed to restore a second of the last days: copies before the newest one that is older
 * than that, WAL from before the oldest retained copy, and files that are in no retained copy and were sealed before
 * it. Returns the numbers of removed files and copies.
 */
export async function prune(archive: Archive, days: number, currentFiles: string | null): Promise<number> {
  const { storage } = archive.target;
  const copies = await copiesOf(archive);
  const border = Date.now() - days * DAY_MS;
  const oldestKept = copies.findLastIndex(({ finishedAt }) => Date.parse(finishedAt) <= border);
  const kept = copies.slice(Math.max(oldestKept, 0));
  const [oldest] = kept;
  if (!oldest) return 0;

  const keptIds = new Set(kept.map(({ id }) => id));
  // Unfinished copies of killed commands have no copy.json; one that runs now is newer than the retained ones.
  const over = [...(await copySizes(archive)).keys()].filter(
    (id) => !keptIds.has(id) && id < (kept.at(-1)?.id ?? ''),
  );
  for (const id of over) {
    // Removed first, so that an incomplete copy is not considered.
    await storage.remove(copyKey(archive, id));
    await storage.removeBelow(copyPrefix(archive, id));
  }
  const gone = (await segmentsOf(archive))
    .filter(({ name }) => name.slice(8) < oldest.startSegment.slice(8))
    .map(({ key }) => key);
  gone.push(...(await unusedFiles(archive, kept, currentFiles)));
  for (const key of gone) await storage.remove(key);
  return over.length + gone.length;
}

async function unusedFiles(
  archive: Archive,
  copies: readonly Copy[],
  currentFiles: string | null,
): Promise<string[]> {
  const { storage, skewMs } = archive.target;
  const used = new Set<string>();
  for (const { id } of copies)
    for (const key of (await text(await storage.read(keysKey(archive, id)))).split('\n')) used.add(key);
  if (currentFiles) for await (const key of keysIn(currentFiles)) used.add(key);
  const startedAt = Date.parse(copies[0]?.startedAt ?? '') - skewMs;
  const old: string[] = [];
  const prefix = filesPrefix(archive);
  for await (const { key, writtenAt } of storage.list(prefix)) {
    const isSealed = key.endsWith(SEALED);
    if (isSealed && used.has(key.slice(prefix.length, -SEALED.length))) continue;
    // A file that was sealed later may be needed by a second after the oldest copy. Partial ones are from killed
    // processes.
    if (writtenAt < (isSealed ? startedAt : Date.now() - DAY_MS)) old.push(key);
  }
  return old;
}
