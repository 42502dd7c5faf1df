import { once } from 'node:events';
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { materialFilesOf } from '@cusp/contract/mesh/material-files';
import { MeshError } from '@cusp/contract/mesh/mesh';
import { type Materials, parseMtl } from '@cusp/contract/mesh/parse-mtl';
import { buildLightCopy } from './build-light-copy.ts';
import type { CopyReply, CopyRequest, MaterialsWanted } from './run-in-thread.ts';

/** Lowest there is: whoever waits for an answer of the server goes first. */
const LAST_IN_LINE = 19;

stepBack();
const { bytes, extension } = workerData as CopyRequest;
try {
  const file = new Uint8Array(bytes);
  const materialFiles = materialFilesOf(file, extension);
  const materials = materialFiles.length > 0 ? await materialsIn(materialFiles) : undefined;
  const { glb, triangles, shape } = await buildLightCopy(file, extension, materials);
  const packed = gzipSync(glb, { level: 6 });
  // Small results lie in a buffer that others use too.
  const own = Uint8Array.from(packed);
  reply({ bytes: own, triangles, shape, materialFiles }, [own.buffer]);
} catch (error) {
  // A library that gives up and memory that runs out are the two other things that can happen here.
  reply({ failure: error instanceof MeshError ? error.code : 'too-large' }, []);
}

/** Colours of the material files that there are, which the process that owns this thread reads. */
async function materialsIn(wants: string[]): Promise<Materials> {
  parentPort?.postMessage({ wants } satisfies MaterialsWanted);
  const [files] = (await once(parentPort as MessagePort, 'message')) as [ArrayBuffer[]];
  return files.reduce<Materials>((known, bytes) => parseMtl(new Uint8Array(bytes), known), new Map());
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
