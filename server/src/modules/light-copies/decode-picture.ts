import type { Picture } from '@cusp/mesh/picture';
import { decode as decodeJpeg } from 'jpeg-js';
import { PNG } from 'pngjs';

/** What the JPEG reader may take besides the picture itself; the largest one that is decoded needs some 300 MB. */
const JPEG_MOST = { maxResolutionInMP: 17, maxMemoryUsageInMB: 512 };

/** The pixels of a PNG or JPEG; null where it is damaged. Its size must have been looked at before. */
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
