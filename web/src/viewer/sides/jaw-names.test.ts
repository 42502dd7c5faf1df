import type { SidedScan } from '@cusp/mesh/arch/patient-sides';
import { Vector3 } from 'three';
import { expect, test } from 'vitest';
import { type Anatomy, lookAt, type Side } from '../anatomy.ts';
import { jawBoxes, jawNamePlaces } from './jaw-names.ts';

const [left, head, front] = [new Vector3(1, 0, 0), new Vector3(0, 0, 1), new Vector3(0, -1, 0)];
const found: Anatomy = { left, head, front, source: 'found' };

/** A jaw of 60 × 40 × 10 mm whose middle is `z` mm above the origin. */
const scan = (jaw: SidedScan['jaw'], z: number, isShown = true): SidedScan => ({
  jaw,
  sample: Float32Array.of(-30, -20, z - 5, 30, 20, z + 5),
  isShown,
});
const both = [scan('upper', 5), scan('lower', -5)];

function placesFrom(side: Side, scans: readonly SidedScan[], anatomy = found) {
  const back = new Vector3(0, 0, 1).applyQuaternion(lookAt(side, anatomy));
  const places = jawNamePlaces(anatomy, jawBoxes(anatomy, scans), back);
  return Object.fromEntries([...places].map(([jaw, at]) => [jaw, at.toArray().map(Math.round)]));
}

test.each(['A', 'P', 'L', 'R'] as const)('from %s the jaws are named above and below', (side) => {
  expect(placesFrom(side, both)).toEqual({ upper: [0, 0, 16], lower: [0, 0, -16] });
});

test.each([
  ['H', 'upper', 5],
  ['F', 'lower', -5],
] as const)('from %s only the nearer jaw is named, behind its arch', (side, jaw, z) => {
  expect(placesFrom(side, both)).toEqual({ [jaw]: [0, 26, z] });
});

test('the only shown jaw is named from its biting side, too', () => {
  expect(placesFrom('F', [scan('upper', 5), scan('lower', -5, false)])).toEqual({ upper: [0, 26, 5] });
});

test('scans of no known jaw, and jaws of uncertain sides, are not named', () => {
  expect(placesFrom('A', [scan(undefined, 0)])).toEqual({});
  expect(placesFrom('A', [{ ...scan('upper', 5), sample: new Float32Array() }])).toEqual({});
  expect(placesFrom('A', both, { ...found, source: 'unsure' })).toEqual({});
});
