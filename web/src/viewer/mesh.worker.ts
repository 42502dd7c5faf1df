import { looksBeside } from '@cusp/mesh/looks-beside';
import { MeshError } from '@cusp/mesh/mesh';
import { decodePicture } from './decode-picture.ts';
import type { FilesGiven, LoadReply, LoadRequest } from './mesh-loader.ts';
import { buffersOf, prepareMesh, withShape, withSpare } from './prepare-mesh.ts';

/** Waits for files beside the scan. */
let given: ((files: FilesGiven['files']) => void) | undefined;

addEventListener('message', ({ data }: MessageEvent<LoadRequest | FilesGiven>) => {
  if ('files' in data) given?.(data.files);
  else void read(data);
});

async function read({ bytes, extension }: LoadRequest): Promise<void> {
  try {
    const file = new Uint8Array(bytes);
    const { looks, files } = await looksBeside(file, extension, { take, decode: decodePicture });
    const mesh = withSpare(withShape({ ...prepareMesh(file, extension, looks), beside: files }));
    reply({ mesh }, buffersOf(mesh));
  } catch (error) {
    // Out of memory is the one other thing that can happen here.
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
