import { createReadStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Archive, copiesOf, copyFolder, filesFolder, keysPath, namesIn, segmentsOf } from './archive.ts';
import { keysIn } from './copy-cluster.ts';

const DAY_MS = 24 * 3600 * 1000;
const SEALED = '.age';

/**
 * Removes what restoring to a second of the last days does not need: copies before the newest one that is older than that,
 * WAL from before the oldest kept copy, and files that are in no kept copy and were sealed before it. Returns how many
 * files and folders are gone.
 */
export async function prune(archive: Archive, days: number, currentFiles: string | null): Promise<number> {
  const copies = await copiesOf(archive);
  const border = Date.now() - days * DAY_MS;
  const oldestKept = copies.findLastIndex(({ finishedAt }) => Date.parse(finishedAt) <= border);
  const kept = copies.slice(Math.max(oldestKept, 0));
  const [oldest] = kept;
  if (!oldest) return 0;
  const startedAt = Date.parse(oldest.startedAt);

  const gone: string[] = [];
  const keptIds = new Set(kept.map(({ id }) => id));
  for (const id of await namesIn(join(archive.folder, 'copies'))) {
    // Unfinished ones of killed commands have no copy.json; one that runs now is newer than the kept ones.
    if (!keptIds.has(id) && id < (kept.at(-1)?.id ?? '')) gone.push(copyFolder(archive, id));
  }
  for (const { name, path } of await segmentsOf(archive))
    if (name.slice(8) < oldest.startSegment.slice(8)) gone.push(path);
  gone.push(...(await unusedFiles(archive, [...keptIds], currentFiles, startedAt)));
  for (const path of gone) await rm(path, { recursive: true, force: true });
  return gone.length;
}

async function unusedFiles(
  archive: Archive,
  copies: readonly string[],
  currentFiles: string | null,
  startedAt: number,
): Promise<string[]> {
  const old: string[] = [];
  const folder = filesFolder(archive);
  if (!(await readdir(folder).catch(() => null))) return [];
  const used = new Set<string>();
  for (const id of copies)
    for await (const key of createInterface(createReadStream(keysPath(archive, id)))) used.add(key);
  if (currentFiles) for await (const key of keysIn(currentFiles)) used.add(key);
  for await (const name of keysIn(folder)) {
    if (name.endsWith(SEALED) && used.has(name.slice(0, -SEALED.length))) continue;
    // A file that was sealed later may be needed by a second after the oldest copy. Partial ones are of killed processes.
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    const limit = name.endsWith(SEALED) ? startedAt : Date.now() - DAY_MS;
    if (mtimeMs < limit) old.push(join(folder, name));
  }
  return old;
}
