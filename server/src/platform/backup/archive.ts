import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { MissingBytes } from '../files/storage.ts';
import type { Target } from './target.ts';

/**
 * What a target holds of one cluster, below `cluster-{system identifier}/`:
 * - `copies/{id}/`: a full copy of the database (`base.tar.gz.age`), the keys of the files at that time (`files.txt`),
 *   and
 *   `copy.json`, which is written last and removed first;
 * - `wal/{segment}-{milliseconds}.gz.age`: each WAL segment with the time of its last write;
 * - `files/{storage key}.age`: files as people sent them.
 * Names hold ids and times only.
 */
export interface Archive {
  target: Target;
  cluster: string;
}

export interface Copy {
  id: string;
  /** The earliest moment to which this copy can be restored. */
  finishedAt: string;
  startedAt: string;
  timeline: string;
  startSegment: string;
  endSegment: string;
  postgres: string;
  version: string;
  /** Sizes of the sealed database and of the list of files, by which a truncated copy is detected. */
  bytes?: { base: number; keys: number };
}

export interface Segment {
  name: string;
  /** Time of the last write into it. */
  writtenAt: number;
  key: string;
}

/** Clusters of which a target has data. */
export async function archivesIn(target: Target): Promise<Archive[]> {
  return (await target.storage.roots()).flatMap((root) => {
    const [, cluster] = /^cluster-(\d+)$/.exec(root) ?? [];
    return cluster ? [{ target, cluster }] : [];
  });
}

const keyIn = ({ cluster }: Archive, ...rest: string[]): string => [`cluster-${cluster}`, ...rest].join('/');
/** How people find it. */
export const placeOf = (archive: Archive): string => `${archive.target.name}/${keyIn(archive)}`;
export const copyPrefix = (archive: Archive, id: string): string => keyIn(archive, 'copies', id);
export const copyKey = (archive: Archive, id: string): string => `${copyPrefix(archive, id)}/copy.json`;
export const baseKey = (archive: Archive, id: string): string => `${copyPrefix(archive, id)}/base.tar.gz.age`;
export const keysKey = (archive: Archive, id: string): string => `${copyPrefix(archive, id)}/files.txt`;
export const filesPrefix = (archive: Archive): string => keyIn(archive, 'files/');
export const fileKey = (archive: Archive, key: string): string => `${filesPrefix(archive)}${key}.age`;
export const segmentKey = (archive: Archive, name: string, writtenAt: number): string =>
  keyIn(archive, 'wal', `${name}-${writtenAt}.gz.age`);

/** Marks a data directory whose restore has not finished; it cannot be started. */
export const UNFINISHED = 'restore-unfinished';

/** Ids of copies, complete or not, each with the sizes of its existing parts. */
export async function copySizes(archive: Archive): Promise<Map<string, Map<string, number>>> {
  const copies = new Map<string, Map<string, number>>();
  const prefix = keyIn(archive, 'copies/');
  for await (const { key, size } of archive.target.storage.list(prefix)) {
    const [id = '', name = ''] = key.slice(prefix.length).split('/');
    copies.set(id, (copies.get(id) ?? new Map<string, number>()).set(name, size));
  }
  return copies;
}

/** Complete copies, the oldest first, without those of which a part is missing or truncated. */
export async function copiesOf(archive: Archive): Promise<Copy[]> {
  const copies: Copy[] = [];
  for (const [id, sizes] of await copySizes(archive)) {
    if (!sizes.has('copy.json')) continue;
    const copy = await readCopy(archive, id);
    const base = sizes.get('base.tar.gz.age');
    const keys = sizes.get('files.txt');
    const { bytes = { base, keys } } = copy ?? {};
    if (copy && base && keys !== undefined && bytes.base === base && bytes.keys === keys) copies.push(copy);
  }
  return copies.sort((a, b) => Date.parse(a.finishedAt) - Date.parse(b.finishedAt));
}

async function readCopy(archive: Archive, id: string): Promise<Copy | null> {
  try {
    return JSON.parse(await text(await archive.target.storage.read(copyKey(archive, id)))) as Copy;
  } catch (error) {
    // Pruned by another process, or truncated.
    if (error instanceof MissingBytes || error instanceof SyntaxError) return null;
    throw error;
  }
}

export const writeCopy = (archive: Archive, copy: Copy): Promise<void> =>
  archive.target.storage.write(
    copyKey(archive, copy.id),
    Readable.from([Buffer.from(`${JSON.stringify(copy, null, 2)}\n`)]),
  );

async function walOf(archive: Archive, form: RegExp, begin = '', after = ''): Promise<Segment[]> {
  const prefix = keyIn(archive, 'wal/');
  const segments: Segment[] = [];
  for await (const { key } of archive.target.storage.list(prefix + begin, after && prefix + after)) {
    const [, name, writtenAt] = /^([0-9A-F.a-z]+)-(\d+)\.gz\.age$/.exec(key.slice(prefix.length)) ?? [];
    if (name && form.test(name)) segments.push({ name, writtenAt: Number(writtenAt), key });
  }
  return segments.sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** WAL segments by name, optionally only those with a prefix or after a name. */
export const segmentsOf = (archive: Archive, begin?: string, after?: string): Promise<Segment[]> =>
  walOf(archive, /^[0-9A-F]{24}$/, begin, after);

/** Timeline history files: each restore begins a timeline. */
export const historiesOf = (archive: Archive, begin?: string): Promise<Segment[]> =>
  walOf(archive, /^[0-9A-F]{8}\.history$/, begin);

/** Number of 16 MiB segments in each of the files in which WAL positions are counted. */
const SEGMENTS = 0x100;
const hex = (value: number): string => value.toString(16).toUpperCase().padStart(8, '0');

/** The segment after this one on the same timeline. */
export function nextSegment(name: string): string {
  const [timeline, log, segment] = [0, 8, 16].map((at) => Number.parseInt(name.slice(at, at + 8), 16));
  const next = (segment ?? 0) + 1;
  return hex(timeline ?? 0) + (next === SEGMENTS ? hex((log ?? 0) + 1) + hex(0) : hex(log ?? 0) + hex(next));
}
