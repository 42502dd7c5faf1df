import { findColourSources } from '@cusp/mesh/colour-sources';
import { MeshError } from '@cusp/mesh/mesh';
import type { Picture } from '@cusp/mesh/picture';
import type { FilesGiven, LoadReply, LoadRequest } from './mesh-loader.ts';
import { buffersOf, prepareMesh, withShape, withSpare } from './prepare-mesh.ts';

/**
 * Decodes a PNG or JPEG by the browser, ignoring its EXIF orientation; null if it is damaged. Check its size before.
 */
async function decodePicture(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<Picture | null> {
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

/** Resolves the request for colour files. */
let given: ((files: FilesGiven['files']) => void) | undefined;

addEventListener('message', ({ data }: MessageEvent<LoadRequest | FilesGiven>) => {
  if ('files' in data) given?.(data.files);
  else void read(data);
});

async function read({ bytes, extension }: LoadRequest): Promise<void> {
  try {
    const file = new Uint8Array(bytes);
    const { colours, files } = await findColourSources(file, extension, { take, decode: decodePicture });
    const mesh = withSpare(withShape({ ...prepareMesh(file, extension, colours), beside: files }));
    reply({ mesh }, buffersOf(mesh));
  } catch (error) {
    // The only other possible error is out of memory.
    reply({ failure: error instanceof MeshError ? error.code : 'too-large' }, []);
  }
}

function take(wants: string[]): Promise<(ArrayBuffer | null)[]> {
  reply({ wants }, []);
  return new Promise((resolve) => {
    given = resolve;
  });
}

function reply(message: LoadReply, transfer: Transferable[]): void {
  postMessage(message, { transfer });
}
