import { Box3, Group, Vector3 } from 'three';
import { afterEach, expect, test, vi } from 'vitest';
import { anatomyOf } from '../anatomy.ts';
import type { ScanModels } from '../scan-models.ts';
import type { Stage } from '../stage.ts';
import { CameraNavigator } from './camera-navigator.ts';
import { CameraRig } from './camera-rig.ts';

afterEach(() => vi.unstubAllGlobals());

test('a scan that arrives after somebody turned to a side leaves their view alone', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.stubGlobal('requestAnimationFrame', (step: (now: number) => void) => step(0));
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  const rig = new CameraRig();
  const stage = { rig, content: new Group(), draw: () => undefined } as unknown as Stage;
  const box = new Box3(new Vector3(-30, -20, -5), new Vector3(30, 20, 5));
  const models = {
    box: () => box.clone(),
    points: () => Float32Array.of(-30, -20, -5, 30, 20, 5, 30, -20, 5),
  } as unknown as ScanModels;
  const navigator = new CameraNavigator(stage, {
    models,
    anatomy: () => anatomyOf([], null),
    jaws: () => new Set(['upper', 'lower'] as const),
  });
  navigator.frame();
  navigator.turnTo('L');
  const turned = rig.orientation.toArray();
  navigator.frame();
  expect(rig.orientation.toArray()).toEqual(turned);
});
