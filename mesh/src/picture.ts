import type { PackedColour } from './colour-bytes.ts';
import type { PictureSize } from './jpeg-frame.ts';
import { jpegSize, pngSize } from './picture-head.ts';

/** A picture that lies on a scan, decoded: sRGB red, green, blue and a fourth byte of each pixel, from the upper left. */
export interface Picture extends PictureSize {
  pixels: Uint8Array | Uint8ClampedArray;
}

/** Pictures by the name of the material that has them; those of a PLY by their number, counted from 0. */
export type Pictures = ReadonlyMap<string, Picture>;

/** Names of files that may be pictures of scans, without the dot. */
export const pictureExtensions: readonly string[] = ['png', 'jpg', 'jpeg', 'jfif', 'pjpeg', 'pjp'];

/** Most bytes of one as a file. */
export const largestPicture = 32 * 1024 * 1024;

/** Most pixels of all pictures of one scan: 4096 × 4096, decoded 64 MiB. */
export const mostPicturePixels = 4096 * 4096;

/** What a picture file is and how large it says it is, before anything is decoded; null where it is of no kind that is read. */
export function pictureKind(bytes: Uint8Array): (PictureSize & { type: 'image/png' | 'image/jpeg' }) | null {
  const png = pngSize(bytes);
  if (png) return { ...png, type: 'image/png' };
  const jpeg = jpegSize(bytes);
  return jpeg && { ...jpeg, type: 'image/jpeg' };
}

/**
 * The colour at a place of a picture, mixed from the four pixels around it. `u` runs to the right and `v` upwards, each
 * from 0 to 1; beyond, the picture repeats.
 */
export function colourAt({ width, height, pixels }: Picture, u: number, v: number): PackedColour {
  const x = within(u) * width - 0.5;
  const y = (1 - within(v)) * height - 0.5;
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [right, low] = [x - left, y - top];
  let colour = 0;
  const [x0, x1] = [clamped(left, width), clamped(left + 1, width)];
  const [y0, y1] = [clamped(top, height) * width, clamped(top + 1, height) * width];
  for (let channel = 0; channel < 3; channel++) {
    const at = (pixel: number) => pixels[pixel * 4 + channel];
    const above = at(y0 + x0) * (1 - right) + at(y0 + x1) * right;
    const below = at(y1 + x0) * (1 - right) + at(y1 + x1) * right;
    colour = (colour << 8) | Math.round(above * (1 - low) + below * low);
  }
  return colour;
}

/** The edges of a picture belong to it. */
const within = (value: number) => (value >= 0 && value <= 1 ? value : value - Math.floor(value));

const clamped = (place: number, length: number) => Math.min(Math.max(place, 0), length - 1);
