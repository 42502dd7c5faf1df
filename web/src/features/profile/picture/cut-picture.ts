import { jpegSize, pngSize } from '@cusp/mesh/picture-head';
import { type Crop, type Size, sideOf } from './square-crop.ts';

export const PICTURE_TYPES = ['image/png', 'image/jpeg'] as const;
/** Side of the uploaded picture in pixels; it is shown at 256 at most, on high-density screens at twice that. */
const SENT_PX = 512;
/** Larger files are refused before decoding. */
const MAX_BYTES = 40 * 1024 * 1024;
/** Enough to include the size that a camera writes after previews and colour profiles. */
const HEAD_BYTES = 1024 * 1024;
/** Four bytes each once decoded; more than the largest phone cameras produce could exhaust the page's memory. */
const MAX_PIXELS = 210_000_000;

type PictureTrouble = 'picture_type_not_allowed' | 'picture_too_large' | 'picture_too_many_pixels';

/** The size in pixels in the header of a PNG or JPEG, read before decoding; null without a valid header. */
export const claimedSize = (head: Uint8Array): Size | null => pngSize(head) ?? jpegSize(head);

/**
 * Decodes a chosen file, rotated upright by its EXIF orientation. For a file that is not a usable PNG or JPEG it
 * returns the reason.
 */
export async function openPicture(file: File): Promise<ImageBitmap | PictureTrouble> {
  if (!PICTURE_TYPES.some((type) => type === file.type)) return 'picture_type_not_allowed';
  if (file.size > MAX_BYTES) return 'picture_too_large';
  // An unreadable file fails to decode as well, which is handled below.
  const head = await file
    .slice(0, HEAD_BYTES)
    .arrayBuffer()
    .catch(() => null);
  const claimed = head && claimedSize(new Uint8Array(head));
  if (claimed && claimed.width * claimed.height > MAX_PIXELS) return 'picture_too_many_pixels';
  return createImageBitmap(file, { imageOrientation: 'from-image' }).catch(
    () => 'picture_type_not_allowed' as const,
  );
}

/** Draws the selected square into a canvas, filling it. False if the browser has no memory left for it. */
export function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): boolean {
  const size: Size = picture;
  const side = sideOf(size, crop);
  const context = canvas.getContext('2d');
  if (!context) return false;
  context.imageSmoothingQuality = 'high';
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.drawImage(
    picture,
    crop.x - side / 2,
    crop.y - side / 2,
    side,
    side,
    0,
    0,
    canvas.width,
    canvas.height,
  );
  return true;
}

/**
 * The square as a new file of the same type that contains only pixels, no metadata. Null if the browser cannot draw
 * or encode it.
 */
export async function cutPicture(picture: ImageBitmap, crop: Crop, type: string): Promise<File | null> {
  const canvas = document.createElement('canvas');
  const side = Math.max(1, Math.min(SENT_PX, Math.round(sideOf(picture, crop))));
  canvas.width = side;
  canvas.height = side;
  if (!drawCrop(canvas, picture, crop)) return null;
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9));
  return blob && new File([blob], type === 'image/png' ? 'picture.png' : 'picture.jpg', { type });
}
