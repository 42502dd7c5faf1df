import { Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { guessAnatomy, lookAt, type Side, sides } from './anatomy.ts';
import type { Jaw } from './plan-scene.ts';

type Turn = (x: number, back: number, up: number) => [number, number, number];

/** A horseshoe of points, open at the back, at a height; the front teeth are at `back` = -20. */
function arch(jaw: Jaw, turn: Turn, height = 0, bite = 0) {
  const sample = new Float32Array(300);
  for (let i = 0; i < 100; i++) {
    const along = (i / 99) * 2 - 1;
    sample.set(turn(28 * Math.sin((along * Math.PI) / 2), 40 * along * along - 20, height + (i % 5)), i * 3);
  }
  const opening = turn(0, 0, bite) as [number, number, number];
  return { sample: sample as Float32Array<ArrayBuffer>, opening, jaw };
}

const zUp: Turn = (x, back, up) => [x, back, up];
const zUpFrontPlus: Turn = (x, back, up) => [-x, -back, up];
const yUp: Turn = (x, back, up) => [x, up, -back];
const upsideDown: Turn = (x, back, up) => [x, -back, -up];

describe.each([
  ['z up, front at -y', zUp, [0, 0, 1], [0, -1, 0]],
  ['z up, front at +y', zUpFrontPlus, [0, 0, 1], [0, 1, 0]],
  ['y up, front at +z', yUp, [0, 1, 0], [0, 0, 1]],
  ['z down, front at +y', upsideDown, [0, 0, -1], [0, 1, 0]],
] as const)('%s', (_name, turn, head, front) => {
  test('is seen from both jaws', () => {
    const anatomy = guessAnatomy([arch('upper', turn, 10), arch('lower', turn, -6)]);
    expect([...anatomy.head]).toEqual([...head]);
    expect([...anatomy.front]).toEqual([...front]);
  });

  test('and from the open side of one', () => {
    expect([...guessAnatomy([arch('lower', turn, 0, 0.4)]).head]).toEqual([...head]);
    expect([...guessAnatomy([arch('upper', turn, 0, -0.4)]).head]).toEqual([...head]);
  });
});

test('left is where it is for the patient', () => {
  const { left } = guessAnatomy([arch('upper', zUp, 10), arch('lower', zUp, -6)]);
  expect(left.distanceTo(new Vector3(1, 0, 0))).toBeLessThan(1e-9);
});

test.each(sides)('a camera looking at %s looks straight at it', (side: Side) => {
  const anatomy = guessAnatomy([arch('upper', yUp, 10), arch('lower', yUp, -6)]);
  const back = new Vector3(0, 0, 1).applyQuaternion(lookAt(side, anatomy));
  const { left, head, front } = anatomy;
  const axis = { L: left, R: left, H: head, F: head, A: front, P: front }[side];
  expect(back.dot(axis)).toBeCloseTo('RFP'.includes(side) ? -1 : 1, 9);
});
