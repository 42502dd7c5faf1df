import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Archive,
  archiveOf,
  filePath,
  historiesOf,
  keyOfLink,
  namesIn,
  segmentPath,
  segmentsOf,
} from './archive.ts';
import { seal } from './seal.ts';

/** What is shipped: links to finished WAL segments and to complete files, which nobody changes any more. */
export interface Shipment {
  backupDir: string;
  publicKey: string;
  /** System identifier of the cluster. */
  cluster: string;
  walFolder: string;
  filesFolder: string;
}

/** Segments of 24 hex digits and histories of timelines; PostgreSQL also hands over notes about its copies. */
const IS_NEEDED = /^([0-9A-F]{24}|[0-9A-F]{8}\.history)$/;

/** Seals everything that waits, and takes its links away. Returns how many there were. */
export async function shipWaiting(shipment: Shipment): Promise<number> {
  const archive = archiveOf(shipment.backupDir, shipment.cluster);
  // Files first: a row must not be restored without its file.
  const keys = await namesIn(shipment.filesFolder);
  for (const name of keys) {
    const link = join(shipment.filesFolder, name);
    await seal(filePath(archive, keyOfLink(name)), createReadStream(link), shipment.publicKey);
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
  const same = [...(await segmentsOf(archive)), ...(await historiesOf(archive))].find(
    (segment) => segment.name === name,
  );
  if (same && same.writtenAt !== writtenAt)
    throw new Error(
      `${same.path} is of another run of this cluster. Give each deployment a BACKUP_DIR of its own.`,
    );
  if (!same) await seal(segmentPath(archive, name, writtenAt), createReadStream(link), publicKey);
}
