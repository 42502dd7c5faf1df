import { describe, expect, test } from 'vitest';
import { unpackFacets } from './hps-facets.ts';
import { parseMesh } from './parse-mesh.ts';
import { bytesOf, refusalOf } from './test-bytes.ts';

const corners = [0, 0, 0, 10, 0, 0, 0, 10, 0, 0, 0, 10];
/** A tetrahedron: a first triangle, one across an edge of it, and two that close the ring. */
const tetrahedron = [4, 0, 1, 1];
const faces = [0, 1, 2, 3, 1, 0, 1, 3, 2, 2, 3, 0];

interface Hps {
  schema?: string;
  vertices?: readonly number[];
  commands?: readonly number[];
  facets?: number;
  vertexCount?: number;
  vertexBytes?: number;
}

function hps({ schema = 'CA', vertices = corners, commands = tetrahedron, ...counts }: Hps = {}): string {
  const floats = new Uint8Array(Float32Array.from(vertices).buffer);
  const base64 = (bytes: ArrayLike<number>) => btoa(String.fromCharCode(...Array.from(bytes)));
  const { facets = 4, vertexCount = vertices.length / 3, vertexBytes = floats.length } = counts;
  return `<?xml version="1.0"?>
<HPS version="1.1">
  <Packed_geometry>
    <Schema>${schema}</Schema>
    <Binary_data>
      <${schema} version="1.0">
        <Vertices vertex_count="${vertexCount}" base64_encoded_bytes="${vertexBytes}">${base64(floats).replace(/.{20}/g, '$&\r\n')}</Vertices>
        <Facets facet_count="${facets}" base64_encoded_bytes="${commands.length}" color="8421504">${base64(commands)}</Facets>
      </${schema}>
    </Binary_data>
  </Packed_geometry>
  <Properties/>
</HPS>
`;
}

const read = (text: string) => parseMesh(bytesOf(text), 'dcm');

test.each(['CA', 'CC'])('schema %s is read', (schema) => {
  const mesh = read(hps({ schema }));
  expect(mesh).toMatchObject({ triangles: 4, bounds: { min: [0, 0, 0], max: [10, 10, 10] } });
  expect([...mesh.positions]).toEqual(corners);
  expect([...(mesh.indices ?? [])]).toEqual(faces);
});

describe('refused', () => {
  test.each([
    ['an encrypted scan', hps({ schema: 'CE' }), 'hps'],
    ['a schema that rounds vertices', hps({ schema: 'CB' }), 'hps-schema'],
    ['an unknown schema', hps({ schema: 'ZZ' }), 'hps-schema'],
    ['a file without a schema', '<HPS version="1.0"/>', 'hps-schema'],
    ['a truncated file', hps().slice(0, -9), 'truncated'],
    ['incomplete vertices', hps({ vertexBytes: 60 }), 'truncated'],
    ['more vertices than declared', hps({ vertexBytes: 36 }), 'count-mismatch'],
    ['a vertex count that does not match the bytes', hps({ vertexCount: 3 }), 'count-mismatch'],
    ['fewer facets than declared', hps({ facets: 5, commands: [...tetrahedron, 3] }), 'truncated'],
    ['four hundred million facets', hps({ facets: 400_000_000 }), 'truncated'],
    ['more facets than declared', hps({ facets: 3 }), 'count-mismatch'],
    ['a vertex that does not exist', hps({ commands: [4, 0, 0, 1], facets: 4 }), 'bad-index'],
    ['a command that does not exist', hps({ commands: [4, 11, 0, 1] }), 'syntax'],
    ['a triangle without an edge', hps({ commands: [0], facets: 1 }), 'syntax'],
    ['nan', hps({ vertices: [Number.NaN, ...corners.slice(1)] }), 'not-finite'],
    ['no geometry', '<HPS><Schema>CA</Schema></HPS>', 'header'],
    ['characters that are not base64', hps().replace('BAABAQ', 'B!ABAQ'), 'syntax'],
  ])('%s', (_name, text, code) => {
    expect(refusalOf(() => read(text))).toBe(code);
  });
});

describe('facet commands', () => {
  const unpack = (commands: number[], facets: number) => [
    ...unpackFacets(Uint8Array.from(commands), 6, facets),
  ];
  const [one, two] = [
    [1, 0],
    [1, 0, 0, 0],
  ];

  test.each([
    ['a triangle of explicit vertices, 32 bits', [6, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0], [2, 1, 0]],
    ['a triangle of explicit vertices, 16 bits', [5, 2, 0, 1, 0, 0, 0], [2, 1, 0]],
    ['the same with 32-bit numbers', [5, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0], [2, 1, 0]],
    ['an existing vertex, 32 bits', [10, 10, 4, 8, ...two], [2, 3, 4, 1, 3, 2]],
    ['an existing vertex, 16 bits', [10, 10, 4, 7, ...one], [2, 3, 4, 1, 3, 2]],
    ['the next edge', [4, 3, 0], [0, 1, 2, 3, 2, 1]],
    ['a triangle to the end of the next edge', [4, 0, 2], [0, 1, 2, 3, 1, 0, 2, 1, 0]],
    ['the removal of an edge', [4, 9, 0], [0, 1, 2, 3, 2, 1]],
  ])('%s', (_name, commands, indices) => {
    expect(unpack(commands, indices.length / 3)).toEqual(indices);
  });
});
