import { MeshError } from '@cusp/contract/mesh/mesh';
import type { LoadReply, LoadRequest } from './mesh-loader.ts';
import { buffersOf, prepareMesh, withSpare } from './prepare-mesh.ts';

addEventListener('message', ({ data }: MessageEvent<LoadRequest>) => {
  try {
    const mesh = withSpare(prepareMesh(new Uint8Array(data.bytes), data.extension));
    reply({ mesh }, buffersOf(mesh));
  } catch (error) {
    // Out of memory is the one other thing that can happen here.
    reply({ failure: error instanceof MeshError ? error.code : 'too-large' }, []);
  }
});

function reply(message: LoadReply, transfer: Transferable[]): void {
  postMessage(message, { transfer });
}
