import type { Picture } from '@cusp/mesh/picture';

/**
 * The pixels of a PNG or JPEG, by the browser's own decoder and as the file has them, whatever it says of turning;
 * null where it is damaged. Its size must have been looked at before.
 */
export async function decodePicture(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<Picture | null> {
  try {
    const bitmap = await createImageBitmap(new Blob([bytes], { type }), {
      imageOrientation: 'none',
      premultiplyAlpha: 'none',
      colorSpaceConversion: 'none',
    });
    const { width, height } = bitmap;
    const pen = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    pen?.drawImage(bitmap, 0, 0);
    bitmap.close();
    const pixels = pen?.getImageData(0, 0, width, height).data;
    return pixels ? { width, height, pixels } : null;
  } catch {
    return null;
  }
}
