import fc from 'fast-check';
import { expect, test } from 'vitest';
import { materialFilesOf } from './material-files.ts';
import { MeshError } from './mesh.ts';
import { parseMesh } from './parse-mesh.ts';
import { parseMtl } from './parse-mtl.ts';
import { parseXyz } from './parse-xyz.ts';
import { withNormals } from './smooth-normals.ts';
import { sniffMesh } from './sniff-mesh.ts';
import { bytesOf } from './test-bytes.ts';
import { type Change, damaged, rubbish, smallMeshes } from './test-damage.ts';
import { pictureOf } from './test-pictures.ts';
import { weld } from './weld.ts';

const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(),
  cut: fc.nat(12),
  put: fc.oneof(fc.uint8Array({ maxLength: 12 }), fc.constantFrom(...rubbish)),
});
const damage = fc.tuple(fc.constantFrom(...smallMeshes), fc.array(change, { minLength: 1, maxLength: 4 }));

const materials = parseMtl(bytesOf('newmtl red\nKd 1 0 0\n'));
const picture = pictureOf(['ff0000', '00ff00']);
const pictures = new Map(['red', 'skin', '0'].map((name) => [name, picture]));
const looks = [{ materials }, { materials, pictures }];

test('a damaged file is either read or refused with a reason', () => {
  fc.assert(
    fc.property(damage, ([[extension, bytes], changes]) => {
      const file = damaged(bytes, changes);
      sniffMesh(file, file.length, extension);
      materialFilesOf(file, extension);
      try {
        if (extension === 'xyz') parseXyz(file);
        for (const look of extension === 'xyz' ? [] : looks) {
          const mesh = withNormals(weld(parseMesh(file, extension, look)));
          expect(mesh.indices).toHaveLength(mesh.triangles * 3);
          expect(mesh.positions.every(Number.isFinite)).toBe(true);
          expect(mesh.normals.every(Number.isFinite)).toBe(true);
          expect(mesh.indices.every((index) => index < mesh.positions.length / 3)).toBe(true);
        }
      } catch (error) {
        if (!(error instanceof MeshError)) throw error;
      }
    }),
    { numRuns: 3000 },
  );
});

test('the files before damage are valid', () => {
  for (const [extension, bytes] of smallMeshes) {
    if (extension === 'xyz') expect(parseXyz(bytes)).toHaveLength(9);
    else expect(parseMesh(bytes, extension).triangles).toBeGreaterThan(0);
  }
});
