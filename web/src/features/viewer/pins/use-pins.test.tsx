// @vitest-environment happy-dom
import { PinPlace } from '@cusp/contract/pin';
import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ViewerFile } from '../../../viewer/plan-scene.ts';
import type { Viewer } from '../../../viewer/viewer.types.ts';
import { factorOf, intoFile, intoPicture, usePins } from './use-pins.ts';

const pin: PinPlace = {
  point: [1, 2, 3],
  normal: [0, 0, 1],
  view: { orientation: [0, 0, 0, 1], target: [2, 2, 2], span: 4, layers: { 'upper-jaw': 100 } },
};

test('a pin set before the unit was known keeps its place and apparent size', () => {
  const after = intoPicture(pin, 25.4);
  expect(after.point).toEqual([25.4, 50.8, 76.199_999_999_999_99]);
  expect([after.view.target[0], after.view.span, after.normal]).toEqual([50.8, 101.6, [0, 0, 1]]);
});

test('a pin is stored in the units of its file', () => {
  const kept = intoFile(intoPicture(pin, 1000), 1000);
  expect(kept).toEqual(pin);
  expect(PinPlace.safeParse(intoFile({ ...pin, view: { ...pin.view, span: 3 } }, 1000)).success).toBe(true);
});

test('each version has its own unit', () => {
  const scan = (unit?: 'inch') => ({ role: 'jaw', by: 'name', unit }) as const;
  const version = { filename: 'upper.stl', size: 1, updatedAt: '2026-01-01T00:00:00Z' };
  const files: ViewerFile[] = [
    { ...version, id: 2, scan: scan(), earlier: [{ ...version, id: 1, scan: scan('inch') }] },
  ];
  expect([1, 2, 3].map((id) => factorOf(files, id))).toEqual([25.4, 1, 1]);
});

test('a new pin stays at its place when the unit of the scan is set before it is posted', () => {
  const scan = (unit?: 'inch'): ViewerFile => ({
    id: 1,
    filename: 'upper.stl',
    size: 1,
    updatedAt: '2026-01-01T00:00:00Z',
    scan: { role: 'jaw', by: 'name', unit },
  });
  const viewer = { viewpoint: pin.view } as unknown as Viewer;
  const { result, rerender } = renderHook(
    ({ files }) =>
      usePins({ viewer, files, thread: undefined, layers: [], layerOf: () => undefined, wish: undefined }),
    { initialProps: { files: [scan()] } },
  );
  act(() => result.current.setDraft({ scan: 1, point: [1, 2, 3], normal: [0, 0, 1] }));
  rerender({ files: [scan('inch')] });
  expect(result.current.draft?.point).toEqual([25.4, 50.8, 76.199_999_999_999_99]);
  expect(result.current.newPin().point.map((value) => Number(value.toFixed(9)))).toEqual([1, 2, 3]);
});
