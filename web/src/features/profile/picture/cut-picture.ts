import { jpegSize, pngSize } from '@cusp/mesh/picture-head';
import { type Crop, type Size, sideOf } from './square-crop.ts';

export const PICTURE_TYPES = ['image/png', 'image/jpeg'] as const;
/** Side of the picture that is sent, pixels; it is shown at 256 at most, on dense screens. */
const SENT_PX = 512;
/** More than this is refused before it is decoded. */
const MAX_BYTES = 40 * 1024 * 1024;
/** Where a camera notes a picture's size, previews and colour profiles before it included. */
const HEAD_BYTES = 1024 * 1024;
/** Four bytes each once decoded: more than the largest phone camera makes would fill the memory of the page. */
const MAX_PIXELS = 210_000_000;

type PictureTrouble = 'picture_type_not_allowed' | 'picture_too_large' | 'picture_too_many_pixels';

/** The size that the head of a PNG or JPEG claims, in pixels, before anything is decoded; null where it claims none. */
export const claimedSize = (head: Uint8Array): Size | null => pngSize(head) ?? jpegSize(head);

/** Decodes a chosen file, upright as its camera noted. A file that is no PNG or JPEG gives what is wrong with it. */
export async function openPicture(file: File): Promise<ImageBitmap | PictureTrouble> {
  if (!PICTURE_TYPES.some((type) => type === file.type)) return 'picture_type_not_allowed';
  if (file.size > MAX_BYTES) return 'picture_too_large';
  // A file that cannot be read fails to decode, too.
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

/** Draws the square into a canvas and fills it. */
export function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const size: Size = picture;
  const side = sideOf(size, crop);
  const context = canvas.getContext('2d');
  if (!context) return;
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
}

/** The square as a new file of the same type; nothing but pixels is in it. Null when the browser cannot make one. */
export async function cutPicture(picture: ImageBitmap, crop: Crop, type: string): Promise<File | null> {
  const canvas = document.createElement('canvas');
  const side = Math.max(1, Math.min(SENT_PX, Math.round(sideOf(picture, crop))));
  canvas.width = side;
  canvas.height = side;
  drawCrop(canvas, picture, crop);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9));
  return blob && new File([blob], type === 'image/png' ? 'picture.png' : 'picture.jpg', { type });
}
