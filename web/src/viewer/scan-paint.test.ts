import type { MeshPhongMaterial } from 'three';
import { expect, test } from 'vitest';
import type { PreparedMesh } from './loading/prepare-mesh.ts';
import { ScanModels } from './scan-models.ts';

function triangle(colors?: Uint16Array<ArrayBuffer>): PreparedMesh {
  return {
    positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
    normals: Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1),
    indices: Uint32Array.of(0, 1, 2),
    colors,
    triangles: 1,
    bounds: { min: [0, 0, 0], max: [1, 1, 0] },
  };
}

function withScan(colors?: Uint16Array<ArrayBuffer>) {
  const models = new ScanModels();
  const scan = models.add(triangle(colors), 'lower-jaw');
  scan.userData.id = 7;
  const look = () => ({
    color: scan.geometry.getAttribute('color')?.array,
    isColoured: (scan.material as MeshPhongMaterial).vertexColors,
    shine: scan.material.specular.getHex(),
  });
  return { models, scan, look };
}

const paint = new Uint16Array(9).fill(30_000);

test('a painted scan gets its own colours back, or none if it had none', () => {
  for (const own of [new Uint16Array(9).fill(1000), undefined]) {
    const { models, look } = withScan(own);
    const before = look();
    models.paint(7, paint);
    expect(look().color).toEqual(paint);
    expect(look().isColoured).toBe(true);
    expect(models.hasColours).toBe(own !== undefined);
    models.paint(7, paint);
    models.paint(7, undefined);
    expect(look()).toEqual(before);
  }
});

test('a map is visible in the solid view', () => {
  const { models, look } = withScan();
  models.setSolid(true);
  models.paint(7, paint);
  expect(look().isColoured).toBe(true);
});

test('replacing a surface frees its paint and GPU buffers, and colours of another size are refused', () => {
  const { models, scan, look } = withScan();
  let given = 0;
  scan.geometry.addEventListener('dispose', () => {
    given++;
  });
  models.paint(7, paint);
  models.replace(scan, triangle());
  expect(given).toBe(2);
  expect(look().color).toBeUndefined();
  models.paint(7, new Uint16Array(12));
  models.paint(8, paint);
  expect(look().isColoured).toBe(false);
});

test("a veil hides one scan whatever its layer's opacity, and can be removed", () => {
  const { models, scan } = withScan();
  models.setFade(7, 0);
  models.setLayerAppearance('lower-jaw', { opacity: 0.5, isShown: true });
  expect(scan.visible).toBe(false);
  models.setFade(7, undefined);
  expect(scan.visible).toBe(true);
  expect(scan.material.opacity).toBe(0.5);
});
