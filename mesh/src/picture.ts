import type { PackedColour } from './colour-bytes.ts';
import type { PictureSize } from './jpeg-frame.ts';
import { jpegSize, pngSize } from './picture-head.ts';

/** A decoded picture on a scan: sRGB red, green, blue and a fourth byte of each pixel, from the upper left. */
export interface Picture extends PictureSize {
  pixels: Uint8Array | Uint8ClampedArray;
}

/** Pictures by the name of their material; those of a PLY by their index from 0. */
export type Pictures = ReadonlyMap<string, Picture>;

/** Extensions of pictures of scans, without the dot. */
export const pictureExtensions: readonly string[] = ['png', 'jpg', 'jpeg', 'jfif', 'pjpeg', 'pjp'];

/** Maximum size of a picture file, in bytes. */
export const largestPicture = 32 * 1024 * 1024;

/** Maximum number of pixels of all pictures of a scan: 4096 × 4096, decoded 64 MiB. */
export const maxPicturePixels = 4096 * 4096;

/** Type and declared size of a picture file, before anything is decoded; null for unsupported types. */
export function pictureKind(bytes: Uint8Array): (PictureSize & { type: 'image/png' | 'image/jpeg' }) | null {
  const png = pngSize(bytes);
  if (png) return { ...png, type: 'image/png' };
  const jpeg = jpegSize(bytes);
  return jpeg && { ...jpeg, type: 'image/jpeg' };
}

/**
 * The colour at a point of a picture, interpolated from the four surrounding pixels. `u` runs to the right and `v`
 * upwards, each from 0 to 1; beyond that, the picture repeats.
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

/** 0 and 1 are the edges of the picture and do not wrap around. */
const within = (value: number) => (value >= 0 && value <= 1 ? value : value - Math.floor(value));

const clamped = (place: number, length: number) => Math.min(Math.max(place, 0), length - 1);
