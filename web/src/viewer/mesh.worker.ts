import { materialFilesOf } from '@cusp/contract/mesh/material-files';
import { MeshError } from '@cusp/contract/mesh/mesh';
import { type Materials, parseMtl } from '@cusp/contract/mesh/parse-mtl';
import type { LoadReply, LoadRequest, MaterialsGiven } from './mesh-loader.ts';
import { buffersOf, prepareMesh, withSpare } from './prepare-mesh.ts';

/** Waits for its material files. */
let waiting: LoadRequest | undefined;

addEventListener('message', ({ data }: MessageEvent<LoadRequest | MaterialsGiven>) => {
  try {
    if ('bytes' in data) ask(data);
    else if (waiting) finish(waiting, data.materials);
  } catch (error) {
    // Out of memory is the one other thing that can happen here.
    reply({ failure: error instanceof MeshError ? error.code : 'too-large' }, []);
  }
});

function ask(request: LoadRequest): void {
  const wants = materialFilesOf(new Uint8Array(request.bytes), request.extension);
  waiting = request;
  if (wants.length > 0) reply({ wants }, []);
  else finish(request, []);
}

function finish({ bytes, extension }: LoadRequest, files: ArrayBuffer[]): void {
  const none: Materials = new Map();
  const materials = files.reduce((known, file) => parseMtl(new Uint8Array(file), known), none);
  const mesh = withSpare(prepareMesh(new Uint8Array(bytes), extension, materials));
  reply({ mesh }, buffersOf(mesh));
}

function reply(message: LoadReply, transfer: Transferable[]): void {
  postMessage(message, { transfer });
}
