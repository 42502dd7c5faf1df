import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * What a backup folder holds of one cluster, in a folder named by its system identifier:
 * - `copies/{id}/`: a full copy of the database (`base.tar.gz.age`), the keys of the files at that time (`files.txt`), and
 *   `copy.json`, which is written last;
 * - `wal/{segment}-{milliseconds}.gz.age`: each WAL segment with the time of its last write;
 * - `files/{storage key}.age`: files as people sent them.
 * Names hold ids and times only.
 */
export interface Archive {
  folder: string;
}

export interface Copy {
  id: string;
  /** The first moment that this copy can be brought to. */
  finishedAt: string;
  startedAt: string;
  timeline: string;
  startSegment: string;
  endSegment: string;
  postgres: string;
  version: string;
}

export interface Segment {
  name: string;
  /** When something was last written into it. */
  writtenAt: number;
  path: string;
}

export const archiveOf = (backupDir: string, cluster: string): Archive => ({
  folder: join(backupDir, `cluster-${cluster}`),
});

/** Clusters that a backup folder has something of. */
export async function archivesIn(backupDir: string): Promise<Archive[]> {
  return (await namesIn(backupDir))
    .filter((name) => /^cluster-\d+$/.test(name))
    .map((name) => ({ folder: join(backupDir, name) }));
}

export const copyFolder = ({ folder }: Archive, id: string): string => join(folder, 'copies', id);
export const basePath = (archive: Archive, id: string): string =>
  join(copyFolder(archive, id), 'base.tar.gz.age');
export const keysPath = (archive: Archive, id: string): string => join(copyFolder(archive, id), 'files.txt');
export const filesFolder = ({ folder }: Archive): string => join(folder, 'files');
export const filePath = (archive: Archive, key: string): string => join(filesFolder(archive), `${key}.age`);
export const walFolder = ({ folder }: Archive): string => join(folder, 'wal');
export const segmentPath = (archive: Archive, name: string, writtenAt: number): string =>
  join(walFolder(archive), `${name}-${writtenAt}.gz.age`);

/** Storage keys of files that a restored database needs; others are parts of uploads and exports, which live for hours. */
export const isArchived = (key: string): boolean => !/^(uploads|exports|incoming|outgoing)\//.test(key);

/** Where links to stored files wait to be sealed. */
export const outgoingFiles = ({ dataDir }: { dataDir: string }): string => join(dataDir, 'files', 'outgoing');

/** Marks a data directory whose restore has not finished; such a one is not started. */
export const UNFINISHED = 'restore-unfinished';

/** Name of the link to a file that waits to be sealed; each write has a link of its own. */
export const linkName = (key: string): string => `${encodeURIComponent(key)}~${randomUUID()}`;
export const keyOfLink = (name: string): string => decodeURIComponent(name.slice(0, name.lastIndexOf('~')));

export async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Complete copies, the oldest first. */
export async function copiesOf(archive: Archive): Promise<Copy[]> {
  const ids = await namesIn(join(archive.folder, 'copies'));
  const texts = await Promise.all(
    ids.map((id) => readFile(join(copyFolder(archive, id), 'copy.json'), 'utf8').catch(() => null)),
  );
  return texts
    .filter((text) => text !== null)
    .map((text) => JSON.parse(text) as Copy)
    .sort((a, b) => Date.parse(a.finishedAt) - Date.parse(b.finishedAt));
}

export async function writeCopy(archive: Archive, copy: Copy): Promise<void> {
  const path = join(copyFolder(archive, copy.id), 'copy.json');
  await writeFile(`${path}.part`, `${JSON.stringify(copy, null, 2)}\n`, { flush: true });
  await rename(`${path}.part`, path);
}

async function walOf(archive: Archive, form: RegExp): Promise<Segment[]> {
  return (await namesIn(walFolder(archive))).flatMap((file) => {
    const [, name, writtenAt] = /^([0-9A-F.a-z]+)-(\d+)\.gz\.age$/.exec(file) ?? [];
    return name && form.test(name)
      ? [{ name, writtenAt: Number(writtenAt), path: join(walFolder(archive), file) }]
      : [];
  });
}

/** WAL segments by name. */
export const segmentsOf = (archive: Archive): Promise<Segment[]> => walOf(archive, /^[0-9A-F]{24}$/);

/** Histories of timelines: each restore begins one. */
export const historiesOf = (archive: Archive): Promise<Segment[]> => walOf(archive, /^[0-9A-F]{8}\.history$/);

/** Segments of 16 MiB in each of the files that WAL positions count in. */
const SEGMENTS = 0x100;
const hex = (value: number): string => value.toString(16).toUpperCase().padStart(8, '0');

/** The segment after this one on the same timeline. */
export function nextSegment(name: string): string {
  const [timeline, log, segment] = [0, 8, 16].map((at) => Number.parseInt(name.slice(at, at + 8), 16));
  const next = (segment ?? 0) + 1;
  return hex(timeline ?? 0) + (next === SEGMENTS ? hex((log ?? 0) + 1) + hex(0) : hex(log ?? 0) + hex(next));
}
