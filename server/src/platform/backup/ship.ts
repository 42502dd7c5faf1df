import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Archive, fileKey, historiesOf, segmentKey, segmentsOf } from './archive.ts';
import { keyOfLink, namesIn } from './outgoing.ts';
import { seal } from './seal.ts';
import { refusalOf, type Target } from './target.ts';

/** Sources of the shipment: links to finished WAL segments and to complete files, which no longer change. */
export interface Shipment {
  publicKey: string;
  /** System identifier of the cluster. */
  cluster: string;
  walFolder: string;
  filesFolder: string;
}

/** Segments of 24 hex digits and timeline histories; PostgreSQL also hands over notes about its copies. */
const IS_NEEDED = /^([0-9A-F]{24}|[0-9A-F]{8}\.history)$/;

/** Number of failed files after which a pass stops, because an unreachable target fails for each of them. */
const MAX_REFUSED = 3;

/**
 * Seals everything that waits, and removes its links. Returns their number. A file that the target refuses delays
 * neither WAL nor other files and is reported at the end; `refused`, kept between passes, puts such files last.
 */
export async function shipWaiting(
  target: Target,
  shipment: Shipment,
  refused = new Set<string>(),
): Promise<number> {
  const archive = { target, cluster: shipment.cluster };
  // Files first: a row should not be restored without its file.
  const { shipped, problem } = await shipFiles(archive, shipment, refused);
  const segments = await namesIn(shipment.walFolder);
  for (const name of segments) {
    const link = join(shipment.walFolder, name);
    if (IS_NEEDED.test(name)) await shipSegment(archive, name, link, shipment.publicKey);
    await rm(link, { force: true });
  }
  if (problem) throw problem;
  return shipped + segments.length;
}

async function shipFiles(archive: Archive, { filesFolder, publicKey }: Shipment, refused: Set<string>) {
  const { target } = archive;
  const waiting = await namesIn(filesFolder);
  const late = [...refused].filter((name) => waiting.includes(name));
  const names = [...waiting.filter((name) => !refused.has(name)), ...late];
  let [shipped, failed] = [0, 0];
  let problem: Error | null = null;
  for (const name of names) {
    const link = join(filesFolder, name);
    refused.delete(name);
    try {
      await seal(target, fileKey(archive, keyOfLink(name)), createReadStream(link), publicKey);
      await rm(link, { force: true });
      shipped += 1;
    } catch (error) {
      refused.add(name);
      const why = refusalOf(error) ?? (error instanceof Error ? error.message : String(error));
      problem ??= new Error(`${target.name} does not take the file ${name}: ${why}`, { cause: error });
      failed += 1;
      if (failed === MAX_REFUSED) break;
    }
  }
  return { shipped, problem };
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
