import type { SidedScan } from '@cusp/mesh/arch/patient-sides';
import { knownPoints } from '@cusp/mesh/arch/same-surface';
import { Vector3 } from 'three';
import { expect, test } from 'vitest';
import { anatomyOf, firstSide, isSameAnatomy, isSure, lookAt, type Side, sides } from './anatomy.ts';

const sample = Float32Array.from({ length: 600 }, (_, i) => 30 * Math.sin(i * i));

/** A lower jaw with the patient's head along x and front along -z. */
const lower: SidedScan = {
  jaw: 'lower',
  arch: { bite: [1, 0, 0], front: [0, 0, -1], isBiteSure: true, isEitherWay: false },
  sample,
  isShown: true,
};
const mark = {
  head: [0, 1, 0],
  front: [0, 0, 1],
  scans: [knownPoints(sample)],
} satisfies Parameters<typeof anatomyOf>[1];

test("left is the patient's left, given head and front", () => {
  const { left, head, front, source } = anatomyOf([lower], null);
  expect(source).toBe('found');
  expect(head.distanceTo(new Vector3(1, 0, 0))).toBeLessThan(1e-9);
  expect(front.distanceTo(new Vector3(0, 0, -1))).toBeLessThan(1e-9);
  expect(left.distanceTo(new Vector3(0, 1, 0))).toBeLessThan(1e-9);
});

test('without an arch, its jaw and its bite the anatomy is unsure until a person marks it', () => {
  const arch = { bite: [1, 0, 0], front: [0, 0, -1], isBiteSure: false, isEitherWay: true } as const;
  const unsure = [[], [{ ...lower, arch: undefined }], [{ ...lower, jaw: undefined }], [{ ...lower, arch }]];
  for (const scans of unsure) expect(isSure(anatomyOf(scans, null))).toBe(false);
  const marked = anatomyOf([{ ...lower, arch: undefined }], mark);
  expect(marked.source).toBe('marked');
  expect(marked.left.distanceTo(new Vector3(1, 0, 0))).toBeLessThan(1e-9);
  expect(isSameAnatomy(marked, anatomyOf([lower], null))).toBe(false);
});

test('of jaws with different orientations, the only shown one is unsure and can be marked', () => {
  const turned = { bite: [0, 1, 0], front: [1, 0, 0], isBiteSure: false, isEitherWay: true } as const;
  const upper: SidedScan = { ...lower, jaw: 'upper', arch: turned };
  expect(anatomyOf([lower, upper], null).source).toBe('contradiction');
  expect(anatomyOf([{ ...lower, isShown: false }, upper], null).source).toBe('unsure');
  expect(anatomyOf([lower, { ...upper, isShown: false }], null).source).toBe('found');
});

test('the first view of an unsure arch is from its own front', () => {
  const { front, source } = anatomyOf([{ ...lower, jaw: undefined }], null);
  expect(source).toBe('unsure');
  expect(front.distanceTo(new Vector3(0, 0, -1))).toBeLessThan(1e-9);
});

test('the first view of jaws that contradict each other is the same whichever was loaded first', () => {
  const upper: SidedScan = { ...lower, jaw: 'upper' };
  const orders = [
    [lower, upper],
    [upper, lower],
  ];
  for (const scans of orders) {
    const { head, source } = anatomyOf(scans, null);
    expect(source).toBe('contradiction');
    expect(head.distanceTo(new Vector3(1, 0, 0))).toBeLessThan(1e-9);
  }
});

test.each(sides)('lookAt turns a camera at %s straight to the side', (side: Side) => {
  const anatomy = anatomyOf([lower], null);
  const back = new Vector3(0, 0, 1).applyQuaternion(lookAt(side, anatomy));
  const { left, head, front } = anatomy;
  const axis = { L: left, R: left, H: head, F: head, A: front, P: front }[side];
  expect(back.dot(axis)).toBeCloseTo('RFP'.includes(side) ? -1 : 1, 9);
});

/** A box with these lengths along left, front and head. */
const box = (left: number, front: number, head: number) =>
  Float32Array.of(0, 0, 0, left, 0, 0, left, front, 0, 0, front, head);

test.each([
  ['both jaws', ['upper', 'lower'], box(60, 50, 20), 'A'],
  ['a lower jaw', ['lower'], box(60, 50, 20), 'H'],
  ['an upper jaw', ['upper'], box(60, 50, 20), 'F'],
  ['no jaw', [], box(60, 50, 20), 'A'],
  ['a lying plane', [], box(60, 50, 0), 'H'],
  ['a plane seen from its edge', [], box(0, 50, 20), 'L'],
  ['a standing plane of a jaw', ['lower'], box(60, 0, 20), 'A'],
  ['a line', [], box(60, 0, 0), 'A'],
  ['nothing', ['lower'], new Float32Array(), 'H'],
] as const)('the first view of %s', (_, jaws, points, side) =>
  expect(firstSide(new Set(jaws), points, anatomyOf([], null))).toBe(side),
);
