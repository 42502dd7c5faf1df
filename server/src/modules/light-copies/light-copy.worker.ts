import { once } from 'node:events';
import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { type MessagePort, parentPort } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { findColourSources } from '@cusp/mesh/colour-sources';
import { MeshError } from '@cusp/mesh/mesh';
import type { Picture } from '@cusp/mesh/picture';
import { decode as decodeJpeg } from 'jpeg-js';
import { PNG } from 'pngjs';
import { buildLightCopy } from './build-light-copy.ts';
import type { CopyReply, CopyRequest, FilesWanted } from './run-in-thread.ts';

/** Memory limit of the JPEG decoder besides the picture; the largest accepted picture needs some 300 MB. */
const JPEG_MOST = { maxResolutionInMP: 17, maxMemoryUsageInMB: 512 };

/** Requests have priority. With the lowest priority the thread would get no time on a busy machine. */
const LAST_IN_LINE = constants.priority.PRIORITY_BELOW_NORMAL;

const port = parentPort as MessagePort;

lowerPriority();
for (;;) {
  const [request] = (await once(port, 'message')) as [CopyRequest | null];
  if (request === null) break;
  await answer(request);
}

async function answer({ bytes, extension }: CopyRequest): Promise<void> {
  try {
    const file = new Uint8Array(bytes);
    const beside = await findColourSources(file, extension, { take, decode: decodePicture });
    const { glb, triangles, shape } = await buildLightCopy(file, extension, beside);
    const packed = gzipSync(glb, { level: 6 });
    // Small results share a pooled buffer.
    const own = Uint8Array.from(packed);
    reply({ bytes: own, triangles, shape, materialFiles: beside.files }, [own.buffer]);
  } catch (error) {
    // The only other errors are a library failure and running out of memory.
    reply({ failure: error instanceof MeshError ? error.code : 'too-large' }, []);
  }
}

/** Read by the process that owns this thread. */
async function take(wants: string[]): Promise<(ArrayBuffer | null)[]> {
  port.postMessage({ wants } satisfies FilesWanted);
  const [files] = (await once(port, 'message')) as [(ArrayBuffer | null)[]];
  return files;
}

function reply(message: CopyReply, transfer: ArrayBuffer[]): void {
  port.postMessage(message, transfer);
}

/** Linux has a priority per thread; elsewhere this does nothing. */
function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  setPriority(thread, LAST_IN_LINE);
}

/** The pixels of a PNG or JPEG; null if damaged. The caller must have checked its size. */
async function decodePicture(
  bytes: Uint8Array<ArrayBuffer>,
  type: 'image/png' | 'image/jpeg',
): Promise<Picture | null> {
  try {
    if (type === 'image/jpeg') {
      const { width, height, data } = decodeJpeg(bytes, { useTArray: true, ...JPEG_MOST });
      return { width, height, pixels: data };
    }
    const { width, height, data } = PNG.sync.read(
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    );
    return { width, height, pixels: data };
  } catch {
    return null;
  }
}
