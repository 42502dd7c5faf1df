import type { BufferGeometry } from 'three';
import { expect, test } from 'vitest';
import type { PreparedMesh } from './loading/prepare-mesh.ts';
import { ScanModels } from './scan-models.ts';
import { ScanSet } from './scan-set.ts';
import type { ScanId } from './surfaces/places.ts';
import type { SceneChange } from './tools/tool.ts';

function triangle(side: number): PreparedMesh {
  return {
    positions: Float32Array.of(0, 0, 0, side, 0, 0, 0, side, 0),
    normals: Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1),
    indices: Uint32Array.of(0, 1, 2),
    triangles: 1,
    bounds: { min: [0, 0, 0], max: [side, side, 0] },
  };
}

/** An empty set with a record of its disposed geometries and of the surfaces in the worker. */
function emptySet() {
  const models = new ScanModels();
  const kept = new Set<ScanId>();
  const surfaces = { keep: (id: ScanId) => kept.add(id), drop: (id: ScanId) => kept.delete(id) };
  const changes: SceneChange[] = [];
  const set = new ScanSet(models, surfaces, (change) => changes.push(change));
  const given: BufferGeometry[] = [];
  const geometries = () =>
    models.group.children.map((mesh) => (mesh as unknown as { geometry: BufferGeometry }).geometry);
  const watch = () => {
    for (const geometry of geometries()) geometry.addEventListener('dispose', () => given.push(geometry));
    return geometries();
  };
  return { models, set, kept, given, geometries, watch, changes };
}

test('a newer version replaces a scan in one change and leaves nothing of the old one', () => {
  const { models, set, kept, given, geometries, watch, changes } = emptySet();
  const old = set.add(triangle(1), { id: 1, layer: 'upper-jaw', jaw: 'upper' });
  set.add(triangle(2), { id: 5, layer: 'lower-jaw', jaw: 'lower' });
  const [first] = watch();
  models.setFade(1, 0);
  const before = changes.length;
  set.add(triangle(3), { id: 2, layer: 'upper-preop', jaw: 'upper' }, { id: 1, isResized: false });
  expect(changes.slice(before)).toEqual([{ resized: undefined }]);
  expect(given).toEqual([first]);
  expect(geometries()).toHaveLength(2);
  expect([...kept].sort()).toEqual([2, 5]);
  expect(set.parts().map(({ id, layer }) => [id, layer])).toEqual([
    [2, 'upper-preop'],
    [5, 'lower-jaw'],
  ]);
  expect(models.boxOf(1)).toBeUndefined();
  expect(models.boxOf(2)?.max.x).toBe(3);
  expect(models.group.children.every(({ visible }) => visible)).toBe(true);
  // A load of the old scan may still finish; its result is dropped.
  old.sharpen(triangle(9));
  old.remove();
  expect(geometries()).toHaveLength(2);
  expect([...kept].sort()).toEqual([2, 5]);
});

test('a scan in another unit replaces itself in one change that names it', () => {
  const { models, set, kept, changes } = emptySet();
  const place = { id: 1, layer: 'upper-jaw', jaw: 'upper' } as const;
  set.add(triangle(1), place);
  changes.length = 0;
  set.add(triangle(25.4), place, { id: 1, isResized: true });
  expect(changes).toEqual([{ resized: 1 }]);
  expect([...kept]).toEqual([1]);
  expect(models.boxOf(1)?.max.x).toBeCloseTo(25.4);
  expect(set.successorOf(1)).toBe(1);
});

test('removing the warm-up speck keeps its material until everything is disposed', () => {
  const { models, geometries, given, watch } = emptySet();
  const speck = models.addWarmUpMesh();
  let materials = 0;
  speck.material.addEventListener('dispose', () => {
    materials++;
  });
  watch();
  models.removeWarmUpMesh(speck);
  expect([geometries().length, given.length, materials]).toEqual([0, 1, 0]);
  models.dispose();
  expect(materials).toBe(1);
});

test('every surface has its own number, and a moved one keeps it', () => {
  const { set } = emptySet();
  const number = () => set.parts()[0]?.surface;
  const scan = set.add(triangle(1), { id: 1, layer: 'other' });
  const coarse = number();
  scan.sharpen(triangle(1));
  const fine = number();
  expect(fine).not.toBe(coarse);
  set.move([{ id: 1, layer: 'upper-jaw', jaw: 'upper' }]);
  expect(number()).toBe(fine);
  set.add(triangle(1), { id: 2, layer: 'upper-jaw', jaw: 'upper' }, { id: 1, isResized: false });
  expect(number()).not.toBe(fine);
});

test('jaws that change places do so in one change, in which each layer has a scan', () => {
  const { set, changes } = emptySet();
  const [upper, lower] = [
    { layer: 'upper-jaw', jaw: 'upper' },
    { layer: 'lower-jaw', jaw: 'lower' },
  ] as const;
  set.add(triangle(1), { id: 1, ...upper });
  set.add(triangle(1), { id: 2, ...lower });
  const before = changes.length;
  const swapped = [
    { id: 1, ...lower },
    { id: 2, ...upper },
  ];
  set.move(swapped);
  set.move(swapped);
  expect(changes).toHaveLength(before + 1);
  expect(set.parts().map(({ id, layer }) => [id, layer])).toEqual([
    [1, 'lower-jaw'],
    [2, 'upper-jaw'],
  ]);
});

test('the shapes are in the same order whichever scan was loaded first, the jaws at the front', () => {
  const places = [
    { id: 1, layer: 'lower-preop', jaw: 'lower' },
    { id: 2, layer: 'lower-jaw', jaw: 'lower' },
    { id: 3, layer: 'lower-jaw', jaw: 'lower' },
  ] as const;
  for (const order of [places, [...places].reverse()]) {
    const { set } = emptySet();
    for (const place of order)
      set.add({ ...triangle(1), shape: { sample: Float32Array.of(place.id, 0, 0) } }, place);
    expect(set.shapes.map(({ sample }) => sample[0])).toEqual([2, 3, 1]);
  }
});

test('heirOf follows several versions until the last is removed', () => {
  const { set } = emptySet();
  const place = (id: number) => ({ id, layer: 'upper-jaw', jaw: 'upper' }) as const;
  const instead = (id: number) => ({ id, isResized: false });
  set.add(triangle(1), place(1));
  set.add(triangle(1), place(2), instead(1));
  const third = set.add(triangle(1), place(3), instead(2));
  expect([1, 2, 3, 4].map((id) => set.successorOf(id))).toEqual([3, 3, 3, undefined]);
  // The newest version is deleted, so the one before it is shown again.
  set.add(triangle(1), place(2), instead(3));
  expect([1, 2, 3].map((id) => set.successorOf(id))).toEqual([2, 2, 2]);
  third.remove();
  expect(set.successorOf(2)).toBe(2);
});
