import { expect, test } from 'vitest';
import { mirrorOf, opposingOf, TEETH, toothAt } from '../teeth.ts';
import { connectorPath, placedTooth, VIEW_BOX } from './arch-geometry.ts';

const centre = (fdi: number) => placedTooth(fdi)?.centre ?? [Number.NaN, Number.NaN];

test('the right of the patient is on the left of the screen, the upper jaw above', () => {
  for (const { fdi, side, jaw } of TEETH) {
    const [x, y] = centre(fdi);
    expect(x < 0).toBe(side === 'right');
    expect(y < 0).toBe(jaw === 'upper');
  }
});

test('teeth further from the midline stand further out and nearer to the other jaw', () => {
  for (const { fdi, id, dentition, position } of TEETH) {
    if (position === 1) continue;
    const [x, y] = centre(fdi);
    const [nearX, nearY] = centre(fdi - 1);
    expect(toothAt(id, dentition)?.position).toBe(position);
    expect(Math.abs(x)).toBeGreaterThan(Math.abs(nearX));
    expect(Math.abs(y)).toBeLessThan(Math.abs(nearY));
  }
});

test('the chart is symmetrical about the midline', () => {
  for (const { fdi, id, dentition } of TEETH) {
    const other = toothAt(mirrorOf(id), dentition)?.fdi ?? 0;
    expect(centre(fdi)[0]).toBeCloseTo(-centre(other)[0], 1);
    expect(centre(fdi)[1]).toBeCloseTo(centre(other)[1], 1);
  }
});

test('opposing teeth stand opposite each other', () => {
  for (const { fdi, id, dentition } of TEETH) {
    const other = toothAt(opposingOf(id), dentition)?.fdi ?? 0;
    expect(Math.abs(centre(fdi)[0] - centre(other)[0])).toBeLessThan(4);
  }
});

test('labels stay on the chart', () => {
  for (const { fdi } of TEETH) {
    const [x, y] = placedTooth(fdi)?.label ?? [Number.NaN, Number.NaN];
    expect(Math.abs(x)).toBeLessThan(VIEW_BOX.width / 2 - 3);
    expect(Math.abs(y)).toBeLessThan(VIEW_BOX.height / 2 - 2);
  }
});

test('what is no tooth has no place', () => {
  expect(placedTooth(99)).toBeNull();
  expect(connectorPath(11, 99)).toBeNull();
  expect(connectorPath(11, 21)).toMatch(/^M[-\d. ]+L[-\d. ]+$/);
});
