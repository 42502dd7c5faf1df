import { expect, test } from 'vitest';
import { namedApart } from './named-apart.ts';

const NOW = new Date(2026, 10, 22, 9, 5, 7);
const names = (...given: string[]) =>
  namedApart(
    given.map((name) => new File(['x'], name)),
    NOW,
  ).map(({ name }) => name);

test('camera pictures of the same name get different file names', () => {
  expect(names('image.jpg', 'image.JPG', 'photo.png')).toEqual([
    'photo-2026-11-22-09-05-07-1.jpg',
    'photo-2026-11-22-09-05-07-2.jpg',
    'photo-2026-11-22-09-05-07-3.png',
  ]);
});

test('namedApart keeps a distinct name', () => {
  expect(names('IMG_2041.jpg', 'Shade 11.png', 'image of 16.jpg')).toEqual([
    'IMG_2041.jpg',
    'Shade 11.png',
    'image of 16.jpg',
  ]);
});

test('namedApart keeps the bytes', async () => {
  const [file] = namedApart([new File(['pixels'], 'image.jpg')], NOW);
  expect(await file?.text()).toBe('pixels');
});
