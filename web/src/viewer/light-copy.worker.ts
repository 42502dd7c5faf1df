import { MeshError } from '@cusp/contract/mesh/mesh';
import { MeshoptDecoder } from 'meshoptimizer/decoder';
import type { LightReply, LightRequest } from './light-loader.ts';
import { LightReader } from './light-reader.ts';
import { buffersOf } from './prepare-mesh.ts';

const reader = new LightReader(MeshoptDecoder.decodeGltfBuffer);
let isOver = false;
let isDue = false;

addEventListener('message', ({ data }: MessageEvent<LightRequest>) => {
  try {
    if ('chunk' in data) reader.append(new Uint8Array(data.chunk));
    else isOver = true;
  } catch (error) {
    return fail(error);
  }
  // What has arrived meanwhile is gathered first, so that a level that is already outdone is not unpacked.
  if (!isDue) setTimeout(unpack);
  isDue = true;
});

async function unpack(): Promise<void> {
  try {
    await MeshoptDecoder.ready;
    isDue = false;
    const mesh = reader.take();
    const { progress, isFinest } = reader;
    if (isOver && !isFinest) throw new MeshError('truncated', 'light copy');
    if (mesh) reply({ mesh, progress, isFinest }, buffersOf(mesh));
    else reply({ progress }, []);
  } catch (error) {
    fail(error);
  }
}

function fail(error: unknown): void {
  // Out of memory is the one other thing that can happen here.
  reply({ failure: error instanceof MeshError ? error.code : 'too-large' }, []);
}

function reply(message: LightReply, transfer: Transferable[]): void {
  postMessage(message, { transfer });
}
