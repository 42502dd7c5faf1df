import { MeshError } from '@cusp/mesh/mesh';
import { MeshoptDecoder } from 'meshoptimizer/decoder';
import type { LightReply, LightRequest } from './light-loader.ts';
import { LightReader } from './light-reader.ts';
import { buffersOf, withShape, withSpare } from './prepare-mesh.ts';

const reader = new LightReader(MeshoptDecoder.decodeGltfBuffer);
/** Milliseconds. If the next level is expected sooner than this, the current one is not worth a frame. */
const soon = 300;
let began = 0;
let hasShown = false;
let isOver = false;
let isDue = false;

addEventListener('message', ({ data }: MessageEvent<LightRequest>) => {
  try {
    began ||= performance.now();
    if ('chunk' in data) reader.append(new Uint8Array(data.chunk));
    else isOver = true;
  } catch (error) {
    return fail(error);
  }
  // Reads further messages first, so that an outdated level is not unpacked.
  if (!isDue) setTimeout(unpack);
  isDue = true;
});

async function unpack(): Promise<void> {
  try {
    await MeshoptDecoder.ready;
    isDue = false;
    const isWorthIt = !hasShown || reader.progress === 1 || millisecondsLeft() > soon;
    const level = isWorthIt ? reader.take() : undefined;
    const { progress, isFinest } = reader;
    // Levels between the first and the finest add nothing about the shape.
    const shaped = level && (isFinest || !hasShown) ? withShape(level) : level;
    hasShown ||= level !== undefined;
    const mesh = shaped && isFinest ? withSpare(shaped) : shaped;
    if (isOver && !isFinest) throw new MeshError('truncated', 'light copy');
    if (mesh) reply({ mesh, progress, isFinest }, buffersOf(mesh));
    else reply({ progress }, []);
    if (!isFinest) reader.prepare();
  } catch (error) {
    fail(error);
  }
}

/** Estimated from the transfer rate so far. */
const millisecondsLeft = () => ((performance.now() - began) * (1 - reader.progress)) / reader.progress;

function fail(error: unknown): void {
  // The only other possible error is out of memory.
  reply({ failure: error instanceof MeshError ? error.code : 'too-large' }, []);
}

function reply(message: LightReply, transfer: Transferable[]): void {
  postMessage(message, { transfer });
}
