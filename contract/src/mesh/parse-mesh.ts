import { type Mesh, MeshError } from './mesh.ts';
import { parseObj } from './parse-obj.ts';
import { parsePly } from './parse-ply.ts';
import { parseStl } from './parse-stl.ts';
import { sniffMesh } from './sniff-mesh.ts';

/** Largest file the product accepts: 200 MiB. */
export const largestMesh = 200 * 1024 * 1024;

/**
 * Reads a surface. The content decides over the extension, which is only believed when the content
 * says nothing. Throws {@link MeshError} and nothing else.
 */
export function parseMesh(bytes: Uint8Array, extension: string): Mesh {
  if (bytes.length === 0) throw new MeshError('empty');
  if (bytes.length > largestMesh) throw new MeshError('too-large');
  const { content } = sniffMesh(bytes, bytes.length, extension);
  if (content === 'hps' || content === 'dicom') throw new MeshError(content);
  const format =
    content === 'unknown' || content === 'xyz' ? extension.toLowerCase().replace(/^\./, '') : content;
  if (format === 'stl') return parseStl(bytes);
  if (format === 'ply') return parsePly(bytes);
  if (format === 'obj') return parseObj(bytes);
  throw new MeshError('unknown-format');
}
