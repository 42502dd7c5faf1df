import { once } from 'node:events';
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { looksBeside } from '@cusp/mesh/looks-beside';
import { MeshError } from '@cusp/mesh/mesh';
import { buildLightCopy } from './build-light-copy.ts';
import { decodePicture } from './decode-picture.ts';
import type { CopyReply, CopyRequest, FilesWanted } from './run-in-thread.ts';

/** Lowest there is: whoever waits for an answer of the server goes first. */
const LAST_IN_LINE = 19;

stepBack();
const { bytes, extension } = workerData as CopyRequest;
try {
  const file = new Uint8Array(bytes);
  const beside = await looksBeside(file, extension, { take, decode: decodePicture });
  const { glb, triangles, shape } = await buildLightCopy(file, extension, beside);
  const packed = gzipSync(glb, { level: 6 });
  // Small results lie in a buffer that others use too.
  const own = Uint8Array.from(packed);
  reply({ bytes: own, triangles, shape, materialFiles: beside.files }, [own.buffer]);
} catch (error) {
  // A library that gives up and memory that runs out are the two other things that can happen here.
  reply({ failure: error instanceof MeshError ? error.code : 'too-large' }, []);
}

/** The process that owns this thread reads them. */
async function take(wants: string[]): Promise<(ArrayBuffer | null)[]> {
  parentPort?.postMessage({ wants } satisfies FilesWanted);
  const [files] = (await once(parentPort as MessagePort, 'message')) as [(ArrayBuffer | null)[]];
  return files;
}

function reply(message: CopyReply, transfer: ArrayBuffer[]): void {
  parentPort?.postMessage(message, transfer);
}

/** Linux gives each thread a priority of its own; elsewhere the thread stays as it is. */
function stepBack(): void {
  if (process.platform !== 'linux') return;
  const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  setPriority(thread, LAST_IN_LINE);
}
