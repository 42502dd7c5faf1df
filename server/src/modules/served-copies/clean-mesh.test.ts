import { generateJaw } from '@cusp/fixtures/jaw';
import { writePly, writeStl } from '@cusp/fixtures/write-mesh';
import { parseMesh } from '@cusp/mesh/parse-mesh';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanMesh } from './clean-mesh.ts';

const WORDS = /Theodora|Lindqvist|1961/;

/** The file cleaned, read in pieces of this many bytes. */
async function cleaned(mediaType: string, file: Buffer | string, pieceBytes = 7): Promise<Buffer> {
  const bytes = Buffer.from(file);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes) pieces.push(bytes.subarray(at, at + pieceBytes));
  const all: Buffer[] = [];
  for await (const piece of cleanMesh(mediaType, bytes.subarray(0, 4096), bytes.length, pieces))
    all.push(piece);
  const clean = Buffer.concat(all);
  expect(clean.length).toBe(bytes.length);
  expect(clean.toString('latin1')).not.toMatch(WORDS);
  return clean;
}

const JAW = generateJaw({ jaw: 'upper', seed: 1, triangles: 2000, prepared: [] }).mesh;
const shapeOf = (bytes: Buffer, extension: string) => {
  const { positions, indices } = parseMesh(bytes, extension);
  return { positions, indices };
};

describe('cleaning a mesh keeps its shape and removes its text', () => {
  test('cleaning a binary STL with a name in its header and after its triangles', async () => {
    const stl = Buffer.concat([writeStl(JAW), Buffer.from('Theodora')]);
    stl.write('Lindqvist Theodora 1961-04-05', 0, 'latin1');
    const clean = await cleaned('model/stl', stl, 1000);
    expect(shapeOf(clean, 'stl')).toEqual(shapeOf(stl, 'stl'));
  });

  test('cleaning an ASCII STL, on one line or on many', async () => {
    const facet =
      'facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1e-1 0\nendloop\nendfacet\n';
    const stl = `solid Lindqvist_Theodora 19610405\n${facet}endsolid Lindqvist 1961\n`;
    for (const file of [stl, stl.replaceAll('\n', '\r\n'), stl.toUpperCase().replaceAll('\n', ' ')])
      expect(shapeOf(await cleaned('model/stl', file), 'stl')).toEqual(shapeOf(Buffer.from(file), 'stl'));
  });

  test.each(['\n', '\r\n'])('cleaning an ASCII PLY with line ends %j', async (end) => {
    const ply = [
      'ply',
      'format ascii 1.0',
      'comment Theodora Lindqvist 1961',
      'comment TextureFile Lindqvist.png',
      'obj_info Theodora',
      'element vertex 3',
      'property float x',
      'property float y',
      'property float z',
      'element face 1',
      'property list uchar int vertex_indices',
      'end_header',
      '0 0 0',
      '1 0 0',
      '0 1 0',
      '3 0 1 2',
      '',
    ].join(end);
    await cleaned('model/ply', `${ply}Theodora 1961${end}`);
    const clean = await cleaned('model/ply', ply);
    expect(shapeOf(clean, 'ply')).toEqual(shapeOf(Buffer.from(ply), 'ply'));
    expect(clean.toString()).not.toContain('png');
  });

  test('cleaning a PLY with text in header lines without a keyword', async () => {
    const ply = Buffer.from(writePly(JAW));
    const end = ply.indexOf('end_header');
    const lines = 'Patient Lindqvist\ncomment x\rTheodora\n  1961\n';
    const file = Buffer.concat([ply.subarray(0, end), Buffer.from(lines), ply.subarray(end)]);
    const blank = lines
      .replace('comment x', 'comment  ')
      .replace(/Patient Lindqvist|Theodora|1961/g, (word) => ' '.repeat(word.length));
    expect(await cleaned('model/ply', file, 1000)).toEqual(
      Buffer.concat([ply.subarray(0, end), Buffer.from(blank), ply.subarray(end)]),
    );
  });

  test('cleaning a binary PLY leaves its body unchanged', async () => {
    const plain = writePly(JAW);
    const ply = Buffer.from(
      plain.toString('latin1').replace('end_header', 'comment Theodora Lindqvist\nend_header'),
      'latin1',
    );
    for (const pieceBytes of [3, 61, 100_000])
      expect(shapeOf(await cleaned('model/ply', ply, pieceBytes), 'ply')).toEqual(shapeOf(ply, 'ply'));
  });

  test('cleaning an OBJ with names of parts, materials and files', async () => {
    const obj = [
      '\ufeff# Theodora Lindqvist',
      'mtllib Theodora.mtl',
      'o Theodora 1961',
      'g 19610405',
      'v 0 0 0 0.5 0.25 1 # Theodora',
      'v 1 0 0',
      'v 0 1 0',
      'vt 0 0',
      'usemtl Lindqvist',
      's off',
      'f 1/1 2/1 \\',
      '3/1',
      `# ${'Theodora'.repeat(50)}`,
      '',
    ].join('\n');
    expect(shapeOf(await cleaned('model/obj', obj), 'obj')).toEqual(shapeOf(Buffer.from(obj), 'obj'));
    const late = `v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n${'Theodora'.repeat(30)} 1961`;
    await cleaned('model/obj', late);
  });

  test('cleaning a polyline keeps its shape and removes its text', async () => {
    const clean = await cleaned('text/plain', 'Theodora 1961\n1.5 -2 3e-1\n2;2;2\n# 1961\n');
    expect(clean.toString().replaceAll(/ +/g, ' ')).toBe(' \n1.5 -2 3e-1\n2;2;2\n \n');
  });
});

test('cleaning does not depend on chunk boundaries', async () => {
  const texts = fc.array(
    fc.constantFrom('v ', '1 ', '#', 'Theodora', '\n', '\r', 'solid ', 'facet', 'ply\n', 'end_header\n'),
  );
  const media = fc.constantFrom('model/ply', 'model/obj', 'model/stl', 'text/plain');
  const run = async (mediaType: string, bytes: Buffer, size: number) => {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
      bytes.subarray(n * size, (n + 1) * size),
    );
    const all: Buffer[] = [];
    for await (const piece of cleanMesh(mediaType, bytes.subarray(0, 4096), bytes.length, pieces))
      all.push(piece);
    return Buffer.concat(all).toString('hex');
  };
  await fc.assert(
    fc.asyncProperty(texts, media, fc.integer({ min: 1, max: 9 }), async (parts, mediaType, size) => {
      const bytes = Buffer.from(parts.join(''));
      expect(await run(mediaType, bytes, size)).toBe(await run(mediaType, bytes, bytes.length + 1));
    }),
    { numRuns: 400 },
  );
});
