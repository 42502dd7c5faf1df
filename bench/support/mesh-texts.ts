import type { Mesh } from '@cusp/mesh/mesh';

type Indexed = Mesh & { indices: Uint32Array };

const point = ({ positions }: Mesh, vertex: number): string =>
  [...positions.subarray(vertex * 3, vertex * 3 + 3)].map((value) => value.toFixed(5)).join(' ');

const triples = ({ indices }: Indexed): number[][] =>
  Array.from({ length: indices.length / 3 }, (_, at) => [...indices.subarray(at * 3, at * 3 + 3)]);

export function asciiStl(mesh: Indexed): Uint8Array {
  const facets = triples(mesh).map(
    (corners) =>
      `facet normal 0 0 0\n outer loop\n${corners.map((each) => `  vertex ${point(mesh, each)}\n`).join('')}` +
      ' endloop\nendfacet\n',
  );
  return new TextEncoder().encode(`solid jaw\n${facets.join('')}endsolid jaw\n`);
}

export function asciiPly(mesh: Indexed): Uint8Array {
  const count = mesh.positions.length / 3;
  const axes = ['x', 'y', 'z'].map((axis) => `property float ${axis}\n`).join('');
  const head =
    `ply\nformat ascii 1.0\nelement vertex ${count}\n${axes}` +
    `element face ${mesh.triangles}\nproperty list uchar int vertex_indices\nend_header\n`;
  const vertices = Array.from({ length: count }, (_, vertex) => `${point(mesh, vertex)}\n`);
  const faces = triples(mesh).map((corners) => `3 ${corners.join(' ')}\n`);
  return new TextEncoder().encode(head + vertices.join('') + faces.join(''));
}
