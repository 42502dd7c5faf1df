import { expect, test } from 'vitest';
import { anatomyOf } from './anatomy.ts';
import type { PreparedMesh } from './loading/prepare-mesh.ts';
import { MarginLines } from './margin-lines.ts';
import { ScanModels } from './scan-models.ts';
import { ScanSet } from './scan-set.ts';
import type { Stage } from './stage.ts';
import type { Surfaces } from './surfaces.ts';
import { createToolContext } from './tool-context.ts';

const mesh: PreparedMesh = {
  positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
  normals: Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1),
  indices: Uint32Array.of(0, 1, 2),
  triangles: 1,
  bounds: { min: [0, 0, 0], max: [1, 1, 0] },
};

test('a scan is not measured or cut while another version is drawn in its place', async () => {
  const spot = { scan: 1, point: [0, 0, 0], normal: [0, 0, 1] };
  const surfaces = {
    keep: () => undefined,
    ask: () => Promise.resolve(spot),
  } as unknown as Surfaces;
  const models = new ScanModels();
  const scans = new ScanSet(models, surfaces, () => undefined);
  scans.add(mesh, { id: 1, layer: 'upper-jaw', jaw: 'upper' });
  const ray = { origin: [0, 0, 9], direction: [0, 0, -1] };
  const { context, pick } = createToolContext({
    stage: { rayAt: () => ray, draw: () => undefined } as unknown as Stage,
    models,
    margins: new MarginLines(),
    surfaces,
    scans,
    overlay: {} as HTMLElement,
    anatomy: () => anatomyOf([], null),
    formatLength: String,
    formatAngle: String,
  });
  context.setFade(1, 0);
  expect(await pick(5, 5)).toBeNull();
  // It counts neither in a section nor as the opposite surface.
  expect(context.scans().map(({ isShown }) => isShown)).toEqual([false]);
  context.setFade(1, undefined);
  expect(await pick(5, 5)).toEqual(spot);
  expect(context.scans().map(({ isShown }) => isShown)).toEqual([true]);
});
