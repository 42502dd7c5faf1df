import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { encode } from 'jpeg-js';
import type { PreviewReply, PreviewRequest } from './heic-in-thread.ts';
import { shrunk } from './shrink.ts';

/** Limit of the longer side, for a screen. */
const LONGEST_SIDE = 2560;
/** The same limit as on receipt. */
const MOST_PIXELS = 120_000_000;
const QUALITY = 85;

interface HeifImage {
  get_width(): number;
  get_height(): number;
  display(
    target: { data: Uint8ClampedArray; width: number; height: number },
    done: (shown: unknown) => void,
  ): void;
}
interface Heif {
  HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] };
}

const { bytes } = workerData as PreviewRequest;
parentPort?.postMessage(await preview().catch((): PreviewReply => ({ failure: 'damaged' })));

async function preview(): Promise<PreviewReply> {
  const heif = createRequire(import.meta.url)('libheif-js/wasm-bundle') as Heif;
  const [image] = new heif.HeifDecoder().decode(new Uint8Array(bytes));
  if (!image) return { failure: 'damaged' };
  const [width, height] = [image.get_width(), image.get_height()];
  if (!(width > 0 && height > 0 && width * height <= MOST_PIXELS)) return { failure: 'too-large' };
  const data = new Uint8ClampedArray(width * height * 4);
  const isShown = await new Promise<boolean>((resolve) =>
    image.display({ data, width, height }, (shown) => resolve(shown !== null)),
  );
  if (!isShown) return { failure: 'damaged' };
  const small = shrunk({ width, height, data }, LONGEST_SIDE);
  return { bytes: Uint8Array.from(encode(small, QUALITY).data) };
}
