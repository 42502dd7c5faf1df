import { expect, test } from 'vitest';
import { followPointer } from './pointing.ts';
import type { Spot } from './surfaces/places.ts';

const spot: Spot = { scan: 1, point: [1, 2, 3], normal: [0, 0, 1] };
const mouse = (type: string) =>
  Object.assign(new Event(type), { pointerType: 'mouse', buttons: 0, offsetX: 1, offsetY: 1 });

test('nothing is read out after the mouse has left, even if the place under it was still being looked up', async () => {
  const canvas = new EventTarget() as HTMLElement;
  const place = Promise.withResolvers<Spot>();
  const taken: (Spot | null)[] = [];
  followPointer(canvas, {
    isWanted: () => true,
    pick: () => place.promise,
    take: (found) => void taken.push(found),
  });
  canvas.dispatchEvent(mouse('pointermove'));
  canvas.dispatchEvent(mouse('pointerleave'));
  place.resolve(spot);
  await place.promise;
  await new Promise((resolve) => setTimeout(resolve));
  expect(taken).toEqual([null]);
  canvas.dispatchEvent(mouse('pointermove'));
  await new Promise((resolve) => setTimeout(resolve));
  expect(taken).toEqual([null, spot]);
});
