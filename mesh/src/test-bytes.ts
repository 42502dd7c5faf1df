import { MeshError, type MeshErrorCode } from './mesh.ts';

/** The bytes of a text, one byte per character. */
export function bytesOf(text: string): Uint8Array {
  const out = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) out[at] = text.charCodeAt(at);
  return out;
}

/** The same bytes at an odd offset of a larger buffer, like slices of a download. */
export function atOddOffset(bytes: Uint8Array): Uint8Array {
  const buffer = new Uint8Array(bytes.length + 3);
  buffer.set(bytes, 1);
  return buffer.subarray(1, bytes.length + 1);
}

/** A binary STL of triangles with nine numbers each. */
export function binaryStl(triangles: readonly (readonly number[])[], header = '', attribute = 0): Uint8Array {
  const out = new Uint8Array(84 + triangles.length * 50);
  const view = new DataView(out.buffer);
  out.set(bytesOf(header));
  view.setUint32(80, triangles.length, true);
  triangles.forEach((corners, facet) => {
    for (const [i, value] of corners.entries()) view.setFloat32(84 + facet * 50 + 12 + i * 4, value, true);
    view.setUint16(84 + facet * 50 + 48, attribute, true);
  });
  return out;
}

/** The error code with which a reader refuses. */
export function refusalOf(read: () => unknown): MeshErrorCode | undefined {
  try {
    read();
  } catch (error) {
    if (error instanceof MeshError) return error.code;
    throw error;
  }
  return undefined;
}
