import type { Picture } from '@cusp/mesh/picture';
import { decode as decodeJpeg } from 'jpeg-js';
import { PNG } from 'pngjs';

/** Memory limit of the JPEG decoder besides the picture; the largest accepted picture needs some 300 MB. */
const JPEG_MOST = { maxResolutionInMP: 17, maxMemoryUsageInMB: 512 };

/** The pixels of a PNG or JPEG; null if damaged. The caller must have checked its size. */
export async function decodePicture(
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
