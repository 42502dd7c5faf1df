import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { encode } from 'jpeg-js';
import type { PreviewReply, PreviewRequest } from './heic-in-thread.ts';

/** Limit of the longer side, for a screen. */
const LONGEST_SIDE = 2560;
/** The same limit as on receipt. */
const MAX_PIXELS = 120_000_000;
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
  if (!(width > 0 && height > 0 && width * height <= MAX_PIXELS)) return { failure: 'too-large' };
  const data = new Uint8ClampedArray(width * height * 4);
  const isShown = await new Promise<boolean>((resolve) =>
    image.display({ data, width, height }, (shown) => resolve(shown !== null)),
  );
  if (!isShown) return { failure: 'damaged' };
  const small = shrunk({ width, height, data }, LONGEST_SIDE);
  return { bytes: Uint8Array.from(encode(small, QUALITY).data) };
}

interface Pixels {
  width: number;
  height: number;
  /** RGBA bytes per pixel. */
  data: Uint8ClampedArray;
}

/** Scales a picture to a longer side of at most `longest` pixels by averaging. */
function shrunk(picture: Pixels, longest: number): Pixels {
  const scale = longest / Math.max(picture.width, picture.height);
  if (scale >= 1) return picture;
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y++) {
    const [top, low] = span(y, height, picture.height);
    for (let x = 0; x < width; x++) {
      const [left, right] = span(x, width, picture.width);
      const sums = [0, 0, 0, 0];
      for (let row = top; row < low; row++)
        for (let column = left; column < right; column++)
          for (let channel = 0; channel < 4; channel++)
            sums[channel] =
              (sums[channel] ?? 0) + (picture.data[(row * picture.width + column) * 4 + channel] ?? 0);
      const count = (low - top) * (right - left);
      for (const [channel, sum] of sums.entries()) data[(y * width + x) * 4 + channel] = sum / count;
    }
  }
  return { width, height, data };
}

/** The source pixels of one target pixel; at least one. */
function span(at: number, small: number, large: number): [from: number, to: number] {
  const from = Math.floor((at * large) / small);
  return [from, Math.max(from + 1, Math.floor(((at + 1) * large) / small))];
}
