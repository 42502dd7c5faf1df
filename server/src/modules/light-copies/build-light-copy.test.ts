import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { generateJaw } from '@cusp/fixtures/jaw';
import { writePly, writeStl } from '@cusp/fixtures/write-mesh';
import { lightLevels } from '@cusp/mesh/light-copy-gltf';
import { MeshError } from '@cusp/mesh/mesh';
import { parseMesh } from '@cusp/mesh/parse-mesh';
import { withNormals } from '@cusp/mesh/smooth-normals';
import { binaryStl } from '@cusp/mesh/test-bytes';
import { unpackLevel } from '@cusp/mesh/unpack-light-copy';
import { type IndexedMesh, weld } from '@cusp/mesh/weld';
import fc from 'fast-check';
import { MeshoptDecoder } from 'meshoptimizer/decoder';
import { beforeAll, describe, expect, test } from 'vitest';
import { sharedFolder as shared } from '../../testing/shared-folder.ts';
import { area, farthest } from '../../testing/surfaces.ts';
import { buildLightCopy } from './build-light-copy.ts';

const inShared = (folder: string) => {
  const at = new URL(`${folder}/`, shared);
  if (!existsSync(at)) return [];
  return readdirSync(at)
    .filter((name) => /\.(stl|ply|obj|dcm)$/.test(name))
    .map((name) => ({ name, read: () => new Uint8Array(readFileSync(new URL(name, at))) }));
};

/** Maximum deviation of a vertex, in millimetres. */
const MAX_OFF = 0.002;

beforeAll(() => MeshoptDecoder.ready);

const extensionOf = (name: string) => name.slice(name.lastIndexOf('.') + 1);

async function levelsOf(
  bytes: Uint8Array,
  extension: string,
): Promise<{ glb: Uint8Array; meshes: IndexedMesh[]; creases: Uint32Array | undefined }> {
  const { glb } = await buildLightCopy(bytes, extension);
  const levels = lightLevels(glb) ?? [];
  const full = levels.at(-1);
  return {
    glb,
    creases: full?.creases,
    meshes: levels.map((level) => unpackLevel(glb, level, MeshoptDecoder.decodeGltfBuffer)),
  };
}

function expectTrue(copy: IndexedMesh, original: IndexedMesh): void {
  expect(copy.triangles).toBe(original.triangles);
  expect(copy.positions.length / 3).toBe(new Set(original.indices).size);
  expect(farthest(original, copy)).toBeLessThan(MAX_OFF);
  expect(farthest(copy, original)).toBeLessThan(MAX_OFF);
}

/** Expects the triangles to connect the same vertices. */
function expectSameSurface(copy: IndexedMesh, original: IndexedMesh): void {
  const whole = area(original);
  expect(Math.abs(area(copy) - whole)).toBeLessThan(whole * 0.001);
}

/** Expects the listed creases to give the same normals as a search for them. */
function expectCreases(copy: IndexedMesh, creases: Uint32Array | undefined): void {
  expect(creases).toBeDefined();
  const [given, found] = [withNormals(copy, creases), withNormals(copy)];
  for (const each of ['positions', 'normals', 'indices'] as const)
    expect(Buffer.compare(Buffer.from(given[each].buffer), Buffer.from(found[each].buffer))).toBe(0);
}

describe('a light copy matches the original', () => {
  const { mesh } = generateJaw({ jaw: 'lower', seed: 3, triangles: 60_000, prepared: [36] });
  test.each([
    ['stl', writeStl(mesh)],
    ['ply', writePly(mesh)],
  ])('light copy of a generated jaw (%s)', async (extension, bytes) => {
    const original = weld(parseMesh(bytes, extension));
    const { meshes, creases } = await levelsOf(bytes, extension);
    expectTrue(meshes.at(-1) as IndexedMesh, original);
    expectCreases(meshes.at(-1) as IndexedMesh, creases);
    expectSameSurface(meshes.at(-1) as IndexedMesh, original);
    expect(meshes.length).toBeGreaterThan(1);
    expect(meshes[0]?.triangles).toBeLessThan(original.triangles / 2);
  });

  test('light copy has identical colours', async () => {
    const bytes = writePly(mesh);
    const original = weld(parseMesh(bytes, 'ply'));
    const { meshes } = await levelsOf(bytes, 'ply');
    const coloursOf = ({ colors }: IndexedMesh) => [...(colors ?? [])].sort().join();
    expect(original.colors).toBeDefined();
    expect(coloursOf(meshes.at(-1) as IndexedMesh)).toBe(coloursOf(original));
  });

  test('light copy keeps closed bodies closed, also at colour borders', async () => {
    const corners = 'v 0 0 0\nv 9 0 0\nv 0 9 0\nv 0 0 9\n';
    const faces = 'usemtl a\nf 1 3 2\nf 1 2 4\nusemtl b\nf 2 3 4\nf 3 1 4\n';
    const materials = new Map([
      ['a', 0xff0000],
      ['b', 0x0000ff],
    ]);
    const bytes = new TextEncoder().encode(corners + faces);
    const { shape } = await buildLightCopy(bytes, 'obj', { colours: { materials } });
    expect(shape.isClosed).toBe(true);
  });

  test('light copy of models of any size at any position', async () => {
    const size = fc.double({ min: 1, max: 4000, noNaN: true });
    const place = fc.double({ min: -2000, max: 2000, noNaN: true });
    const point = fc.tuple(...[0, 1, 2].map(() => fc.double({ min: -0.5, max: 0.5, noNaN: true })));
    const soup = fc.array(point, { minLength: 6, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(size, place, soup, async (scale, offset, points) => {
        // Points in a single spot form no surface.
        fc.pre(
          points.some((each) =>
            each.some((value, axis) => Math.abs(value - (points[0]?.[axis] ?? 0)) > 0.01),
          ),
        );
        const lines = points.map(
          (each) => `v ${each.map((value) => Math.fround(value * scale + offset)).join(' ')}\n`,
        );
        const faces = points.slice(2).map((_, i) => `f ${i + 1} ${i + 2} ${i + 3}\n`);
        const bytes = new TextEncoder().encode([...lines, ...faces].join(''));
        const original = weld(parseMesh(bytes, 'obj'));
        const { meshes } = await levelsOf(bytes, 'obj');
        expectTrue(meshes.at(-1) as IndexedMesh, original);
      }),
      { numRuns: 100 },
    );
  });

  // One of each source; the others are of the same formats and sizes.
  const SCANS = [
    'fulljaw26-maxilla-teeth.stl',
    'smartee0-upper.obj',
    'smartee1-upper-ascii.stl',
    'iosseg-001-upper.ply',
    'teeth3ds-CLNVA9MZ-lower.ply',
  ];
  const scans = inShared('scans').filter(({ name }) => SCANS.includes(name));
  if (scans.length === 0) test.skip('real scans (not on this machine)', () => {});
  test.each(scans)('$name', async ({ name, read }) => {
    const bytes = read();
    const original = weld(parseMesh(bytes, extensionOf(name)));
    const { glb, meshes, creases } = await levelsOf(bytes, extensionOf(name));
    expectTrue(meshes.at(-1) as IndexedMesh, original);
    expectCreases(meshes.at(-1) as IndexedMesh, creases);
    expectSameSurface(meshes.at(-1) as IndexedMesh, original);
    if (name === 'fulljaw26-maxilla-teeth.stl') expect(gzipSync(glb).length).toBeLessThan(bytes.length / 15);
  });
});

test('a design with more creases than the limit lists none, so the viewer computes them', async () => {
  const points: string[] = [];
  for (let x = 0; x < 60; x++) for (let y = 0; y < 60; y++) points.push(`v ${x} ${y} ${3 * ((x + y) % 2)}`);
  const faces: string[] = [];
  for (let x = 0; x < 59; x++)
    for (let y = 1; y < 60; y++)
      faces.push(
        `f ${x * 60 + y} ${x * 60 + y + 1} ${x * 60 + y + 60}`,
        `f ${x * 60 + y + 1} ${x * 60 + y + 61} ${x * 60 + y + 60}`,
      );
  const { meshes, creases } = await levelsOf(
    new TextEncoder().encode([...points, ...faces].join('\n')),
    'obj',
  );
  expect(creases).toBeUndefined();
  expect(meshes.at(-1)?.triangles).toBe(faces.length);
});

describe('every awkward file gives a copy of all its triangles or a reason:', () => {
  const files = [
    ...inShared('mesh-conformance'),
    ...inShared('scans').filter(({ name }) => name.endsWith('.dcm')),
  ];
  if (files.length === 0) test.skip('they are not on this machine', () => {});
  test.each(files)('$name', async ({ name, read }) => {
    const bytes = read();
    let expected: number | string;
    try {
      expected = parseMesh(bytes, extensionOf(name)).triangles || 'no-surface';
    } catch (error) {
      expected = (error as MeshError).code;
    }
    const found = await buildLightCopy(bytes, extensionOf(name)).then(
      ({ triangles }) => triangles,
      (error: unknown) => (error instanceof MeshError ? error.code : error),
    );
    expect(found).toBe(expected);
    if (name.endsWith('.dcm')) expect(found).toBe('hps');
  });
});

describe('hostile files', () => {
  test('a header claiming four billion triangles is refused before any allocation', async () => {
    const bytes = new Uint8Array(84 + 50);
    new DataView(bytes.buffer).setUint32(80, 4_000_000_000, true);
    await expect(buildLightCopy(bytes, 'stl')).rejects.toMatchObject({ code: 'truncated' });
  });

  test('facets in a single spot have no surface', async () => {
    const facets = Array.from({ length: 200_000 }, () => new Array<number>(9).fill(1.5));
    await expect(buildLightCopy(binaryStl(facets), 'stl')).rejects.toMatchObject({ code: 'no-surface' });
  });

  test('two hundred thousand facets on eight vertices are all copied without a timeout', async () => {
    const corner = (n: number) => [n & 1, (n >> 1) & 1, (n >> 2) & 1];
    const facets = Array.from({ length: 200_000 }, (_, i) =>
      [i, i + 1 + (i % 3), i + 5].flatMap((n) => corner(n & 7)),
    );
    expect((await buildLightCopy(binaryStl(facets), 'stl')).triangles).toBe(200_000);
  });

  test('a corrupted file gives a readable copy or a reason', async () => {
    const small = generateJaw({ jaw: 'upper', seed: 2, triangles: 300, prepared: [] }).mesh;
    const good: [string, Uint8Array][] = [
      ['stl', writeStl(small)],
      ['ply', writePly(small)],
      [
        'obj',
        new TextEncoder().encode(
          'v 0 0 0 1 0 1\nv 1 0 0 0 1 0\nv 0 1 0 0 0 1\nv 1 1 2 1 1 1\nf 1 2 3\nf 2 4 3\n',
        ),
      ],
    ];
    const change = fc.record({
      at: fc.nat(40_000),
      cut: fc.nat(60),
      put: fc.oneof(
        fc.uint8Array({ maxLength: 12 }),
        fc
          .constantFrom('nan', '-inf', '1e999', '4294967295', '-1', '\n', '\0')
          .map((text) => new TextEncoder().encode(text)),
        fc
          .constantFrom([0, 0, 0xc0, 0x7f], [0, 0, 0x80, 0x7f], [0xff, 0xff, 0x7f, 0x7f])
          .map((each) => Uint8Array.from(each)),
      ),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...good),
        fc.array(change, { minLength: 1, maxLength: 4 }),
        async ([extension, bytes], changes) => {
          const file = changes.reduce((before, { at, cut, put }) => {
            const place = at % before.length;
            return Uint8Array.from([
              ...before.subarray(0, place),
              ...put,
              ...before.subarray(place + cut),
              10,
            ]);
          }, bytes);
          try {
            const { meshes } = await levelsOf(file, extension);
            for (const { positions, indices } of meshes) {
              expect(positions.every(Number.isFinite)).toBe(true);
              expect(indices.every((index) => index < positions.length / 3)).toBe(true);
            }
          } catch (error) {
            if (!(error instanceof MeshError)) throw error;
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});
