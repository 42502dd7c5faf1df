import fc from 'fast-check';
import { expect, test } from 'vitest';
import { claimedSize } from './cut-picture.ts';

const bytes = (...parts: number[][]): Uint8Array => Uint8Array.from(parts.flat());
const word = (value: number): number[] => [value >> 8, value & 255];
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52];

test('claimedSize reads a PNG header', () => {
  const head = bytes(PNG, [0, 0], word(30_000), [0, 0], word(20_000), [8]);
  expect(claimedSize(head)).toEqual({ width: 30_000, height: 20_000 });
});

test('claimedSize reads a JPEG frame behind other segments', () => {
  const exif = [0xff, 0xe1, ...word(6), 1, 2, 3, 4];
  const tables = [0xff, 0xc4, ...word(3), 0];
  const frame = [0xff, 0xff, 0xc2, ...word(11), 8, ...word(4000), ...word(60_000), 1, 0, 0];
  expect(claimedSize(bytes([0xff, 0xd8], exif, tables, frame))).toEqual({ width: 60_000, height: 4000 });
});

test('a JPEG cannot hide its frame behind bytes that decoders skip', () => {
  const frame = [0xff, 0xc0, ...word(11), 8, ...word(50_000), ...word(60_000), 1, 0, 0];
  const size = { width: 60_000, height: 50_000 };
  for (const hiding of [
    [0x00, 0x12, 0x34],
    [0xff, 0x00],
    [0xff, 0x01],
    [0xff, 0xd0],
    [0xff, 0xd8],
  ])
    expect(claimedSize(bytes([0xff, 0xd8], hiding, frame)), String(hiding)).toEqual(size);
});

test('any other bytes have no claimed size and throw nothing', () => {
  for (const head of [bytes(), bytes(PNG), bytes([0xff, 0xd8, 0xff]), bytes([0xff, 0xd8, 0xff, 0xda, 0, 2])])
    expect(claimedSize(head)).toBeNull();
  const junk = fc.uint8Array({ maxLength: 64 }).map((tail) => bytes([0xff, 0xd8], [...tail]));
  fc.assert(fc.property(junk, (head) => void claimedSize(head)));
});
