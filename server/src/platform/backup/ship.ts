import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Archive, fileKey, historiesOf, segmentKey, segmentsOf } from './archive.ts';
import { keyOfLink, namesIn } from './outgoing.ts';
import { seal } from './seal.ts';
import type { Target } from './target.ts';

/** What is shipped: links to finished WAL segments and to complete files, which nobody changes any more. */
export interface Shipment {
  publicKey: string;
  /** System identifier of the cluster. */
  cluster: string;
  walFolder: string;
  filesFolder: string;
}

/** Segments of 24 hex digits and histories of timelines; PostgreSQL also hands over notes about its copies. */
const IS_NEEDED = /^([0-9A-F]{24}|[0-9A-F]{8}\.history)$/;

/** Seals everything that waits, and takes its links away. Returns how many there were. */
export async function shipWaiting(target: Target, shipment: Shipment): Promise<number> {
  const archive = { target, cluster: shipment.cluster };
  // Files first: a row must not be restored without its file.
  const keys = await namesIn(shipment.filesFolder);
  for (const name of keys) {
    const link = join(shipment.filesFolder, name);
    await seal(target, fileKey(archive, keyOfLink(name)), createReadStream(link), shipment.publicKey);
    await rm(link, { force: true });
  }
  const segments = await namesIn(shipment.walFolder);
  for (const name of segments) {
    const link = join(shipment.walFolder, name);
    if (IS_NEEDED.test(name)) await shipSegment(archive, name, link, shipment.publicKey);
    await rm(link, { force: true });
  }
  return keys.length + segments.length;
}

async function shipSegment(archive: Archive, name: string, link: string, publicKey: string): Promise<void> {
  const writtenAt = Math.floor((await stat(link)).mtimeMs);
  const [same] = [...(await segmentsOf(archive, name)), ...(await historiesOf(archive, name))];
  if (same && same.writtenAt !== writtenAt)
    throw new Error(
      `${archive.target.name}/${same.key} is of another run of this cluster. Give each deployment a target of its own.`,
    );
  if (!same)
    await seal(archive.target, segmentKey(archive, name, writtenAt), createReadStream(link), publicKey);
}
