import { parseMesh } from '@cusp/mesh/parse-mesh';
import { parseXyz } from '@cusp/mesh/parse-xyz';
import { sniffMesh } from '@cusp/mesh/sniff-mesh';
import { describe, expect, test } from 'vitest';
import { generateJaw } from './jaw.ts';
import { renderPreview } from './render-preview.ts';
import { writeObj, writePly, writeStl, writeXyz } from './write-mesh.ts';

const jaws = ['upper', 'lower'] as const;

describe.each(jaws)('%s jaw', (jaw) => {
  test.each([4_000, 20_000, 120_000])('has about %i triangles, all of them with numbers', (triangles) => {
    for (const seed of [1, 2, 3]) {
      const { mesh } = generateJaw({ jaw, seed, triangles, teeth: seed === 2 ? 16 : 14 });
      expect(mesh.triangles).toBeGreaterThan(triangles * 0.9);
      expect(mesh.triangles).toBeLessThan(triangles * 1.1);
      expect(mesh.positions.every(Number.isFinite)).toBe(true);
      expect(mesh.indices.every((index) => index < mesh.positions.length / 3)).toBe(true);
    }
  });

  test('is as large as a jaw and lies on its side of the biting plane', () => {
    for (let seed = 0; seed < 12; seed++) {
      const { min, max } = generateJaw({ jaw, seed, triangles: 6_000 }).mesh.bounds;
      expect(max[0] - min[0]).toBeGreaterThan(50);
      expect(max[0] - min[0]).toBeLessThan(72);
      expect(max[2] - min[2]).toBeLessThan(26);
      const middle = (min[2] + max[2]) / 2;
      expect(jaw === 'upper' ? middle : -middle).toBeGreaterThan(4);
    }
  });

  test('its surface looks outwards: teeth towards the bite', () => {
    const { positions, indices } = generateJaw({ jaw, seed: 4, triangles: 8_000 }).mesh;
    let up = 0;
    for (let i = 0; i < indices.length; i += 3) {
      const [a, b, c] = [0, 1, 2].map((n) => (indices[i + n] as number) * 3) as [number, number, number];
      const at = (vertex: number, axis: number) =>
        (positions[vertex + axis] as number) - (positions[a + axis] as number);
      up += at(b, 0) * at(c, 1) - at(b, 1) * at(c, 0);
    }
    expect(jaw === 'upper' ? -up : up).toBeGreaterThan(100);
  });
});

test('the same seed gives the same patient, another seed another', () => {
  const make = (seed: number) => generateJaw({ jaw: 'lower', seed, triangles: 5_000, prepared: [36] });
  expect(make(7).mesh).toEqual(make(7).mesh);
  expect(make(7).margins).toEqual(make(7).margins);
  expect(make(7).mesh.positions).not.toEqual(make(8).mesh.positions);
});

describe('margin lines', () => {
  test('belong to the prepared teeth that are there', () => {
    const { margins } = generateJaw({ jaw: 'upper', seed: 1, triangles: 5_000, prepared: [11, 26, 36, 18] });
    expect([...margins.keys()].sort()).toEqual([11, 26]);
    expect(generateJaw({ jaw: 'upper', seed: 1, triangles: 5_000 }).margins.size).toBe(0);
    expect(
      generateJaw({ jaw: 'upper', seed: 1, triangles: 5_000, prepared: [11], missing: [11] }).margins.size,
    ).toBe(0);
  });

  test.each([11, 14, 26, 33, 36, 44])('%i is one smooth closed loop on the surface', (tooth) => {
    const jaw = tooth < 30 ? 'upper' : 'lower';
    const { mesh, margins } = generateJaw({ jaw, seed: 3, triangles: 120_000, prepared: [tooth] });
    const line = margins.get(tooth) as Float32Array;
    const count = line.length / 3;
    const point = (i: number) => line.subarray((i % count) * 3, (i % count) * 3 + 3);
    for (let i = 0; i < count; i++) {
      const [a, b] = [point(i), point(i + 1)];
      const step = Math.hypot(...a.map((value, axis) => value - (b[axis] as number)));
      expect(step).toBeGreaterThan(0);
      expect(step).toBeLessThan(1);
    }
    for (let i = 0; i < count; i += 10)
      expect(distanceToVertices(mesh.positions, point(i))).toBeLessThan(0.4);
  });
});

function distanceToVertices(positions: Float32Array, [x = 0, y = 0, z = 0]: Float32Array): number {
  let best = Infinity;
  for (let i = 0; i < positions.length; i += 3) {
    const [dx, dy, dz] = [
      (positions[i] as number) - x,
      (positions[i + 1] as number) - y,
      (positions[i + 2] as number) - z,
    ];
    best = Math.min(best, dx * dx + dy * dy + dz * dz);
  }
  return Math.sqrt(best);
}

describe('files', () => {
  const { mesh, margins } = generateJaw({ jaw: 'lower', seed: 5, triangles: 4_000, prepared: [46] });

  test.each([
    ['stl', writeStl(mesh)],
    ['ply', writePly(mesh)],
    ['obj', writeObj(mesh)],
  ])('%s comes back as it was', (extension, bytes) => {
    expect(sniffMesh(bytes, bytes.length, extension).agrees).toBe(true);
    const back = parseMesh(bytes, extension);
    expect(back.triangles).toBe(mesh.triangles);
    for (const end of ['min', 'max'] as const) {
      for (let axis = 0; axis < 3; axis++) {
        expect(back.bounds[end][axis]).toBeCloseTo(mesh.bounds[end][axis] as number, 4);
      }
    }
    if (extension !== 'stl') expect(back.colors?.slice(0, 30)).toEqual(mesh.colors.slice(0, 30));
  });

  test('a margin line comes back as it was', () => {
    const line = margins.get(46) as Float32Array;
    const back = parseXyz(writeXyz(line));
    expect(back).toHaveLength(line.length);
    expect(Math.max(...back.map((value, i) => Math.abs(value - (line[i] as number))))).toBeLessThan(1e-4);
  });

  test('a preview is a PNG of the wanted size that is neither empty nor full', () => {
    const png = renderPreview([mesh], { width: 160, height: 120 });
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([160, 120]);
    expect(png.length).toBeGreaterThan(4_000);
    expect(renderPreview([mesh], { width: 160, height: 120 })).toEqual(png);
  });
});
