import type { Mesh } from '@cusp/mesh/mesh';

/** Binary STL: no colours, every triangle for itself. */
export function writeStl(mesh: Mesh): Buffer {
  const out = Buffer.alloc(84 + mesh.triangles * 50);
  out.write('binary STL, millimetres', 0, 'latin1');
  out.writeUInt32LE(mesh.triangles, 80);
  const view = new DataView(out.buffer, out.byteOffset);
  const { positions } = mesh;
  const corner = (i: number) => (mesh.indices ? (mesh.indices[i] as number) : i) * 3;
  for (let facet = 0, at = 84; facet < mesh.triangles; facet++, at += 50) {
    const a = corner(facet * 3);
    const b = corner(facet * 3 + 1);
    const c = corner(facet * 3 + 2);
    writeNormal(view, at, positions, a, b, c);
    for (let axis = 0; axis < 3; axis++) {
      view.setFloat32(at + 12 + axis * 4, positions[a + axis] as number, true);
      view.setFloat32(at + 24 + axis * 4, positions[b + axis] as number, true);
      view.setFloat32(at + 36 + axis * 4, positions[c + axis] as number, true);
    }
  }
  return out;
}

/** Binary little-endian PLY with the colour of each vertex. */
export function writePly(mesh: Mesh & { indices: Uint32Array; colors: Uint8Array }): Buffer {
  const count = mesh.positions.length / 3;
  const axes = ['x', 'y', 'z'].map((axis) => `property float ${axis}\n`).join('');
  const colours = ['red', 'green', 'blue'].map((colour) => `property uchar ${colour}\n`).join('');
  const header = Buffer.from(
    `ply\nformat binary_little_endian 1.0\nelement vertex ${count}\n${axes}${colours}` +
      `element face ${mesh.triangles}\nproperty list uchar int vertex_indices\nend_header\n`,
  );
  const body = Buffer.alloc(count * 15 + mesh.triangles * 13);
  let at = 0;
  for (let i = 0; i < count * 3; i += 3) {
    for (let axis = 0; axis < 3; axis++) at = body.writeFloatLE(mesh.positions[i + axis] as number, at);
    for (let channel = 0; channel < 3; channel++) body[at++] = mesh.colors[i + channel] as number;
  }
  for (let i = 0; i < mesh.indices.length; i += 3) {
    body[at++] = 3;
    for (let corner = 0; corner < 3; corner++) at = body.writeInt32LE(mesh.indices[i + corner] as number, at);
  }
  return Buffer.concat([header, body]);
}

/** OBJ with the colour of each vertex behind its coordinates. */
export function writeObj(mesh: Mesh & { indices: Uint32Array; colors: Uint8Array }): Buffer {
  const lines: string[] = [];
  for (let i = 0; i < mesh.positions.length; i += 3) {
    const at = [...mesh.positions.subarray(i, i + 3)].map((value) => value.toFixed(5));
    const colour = [...mesh.colors.subarray(i, i + 3)].map((value) => (value / 255).toFixed(4));
    lines.push(`v ${at.join(' ')} ${colour.join(' ')}`);
  }
  for (let i = 0; i < mesh.indices.length; i += 3) {
    lines.push(`f ${[...mesh.indices.subarray(i, i + 3)].map((index) => index + 1).join(' ')}`);
  }
  return Buffer.from(`${lines.join('\n')}\n`);
}

/** A margin line: one point a line. */
export function writeXyz(points: Float32Array): Buffer {
  let text = '';
  for (let i = 0; i < points.length; i += 3) {
    text += `${[...points.subarray(i, i + 3)].map((value) => value.toFixed(5)).join(' ')}\n`;
  }
  return Buffer.from(text);
}

function writeNormal(
  view: DataView,
  at: number,
  positions: Float32Array,
  a: number,
  b: number,
  c: number,
): void {
  const edge = (to: number, axis: number) =>
    (positions[to + axis] as number) - (positions[a + axis] as number);
  const x = edge(b, 1) * edge(c, 2) - edge(b, 2) * edge(c, 1);
  const y = edge(b, 2) * edge(c, 0) - edge(b, 0) * edge(c, 2);
  const z = edge(b, 0) * edge(c, 1) - edge(b, 1) * edge(c, 0);
  const length = Math.hypot(x, y, z) || 1;
  view.setFloat32(at, x / length, true);
  view.setFloat32(at + 4, y / length, true);
  view.setFloat32(at + 8, z / length, true);
}
