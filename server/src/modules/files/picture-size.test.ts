import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EXIF, jpeg, png, segment } from '../../testing/pictures.ts';
import { hasTooManyPixels, JpegPixels } from './picture-size.ts';

/** A WebP of each kind: extended, lossy and lossless. */
const webp = {
  VP8X(width: number, height: number) {
    const bytes = Buffer.alloc(10);
    bytes.writeUIntLE(width - 1, 4, 3);
    bytes.writeUIntLE(height - 1, 7, 3);
    return bytes;
  },
  'VP8 '(width: number, height: number) {
    const bytes = Buffer.alloc(10);
    bytes.writeUInt16LE(width, 6);
    bytes.writeUInt16LE(height, 8);
    return bytes;
  },
  VP8L(width: number, height: number) {
    const bytes = Buffer.alloc(10);
    bytes[0] = 0x2f;
    bytes.writeUInt32LE((width - 1) | ((height - 1) << 14), 1);
    return bytes;
  },
};
const riff = (kind: keyof typeof webp) => (width: number, height: number) =>
  Buffer.concat([Buffer.from(`RIFF....WEBP${kind}....`), webp[kind](width, height)]);

function gif(width: number, height: number): Buffer {
  const bytes = Buffer.from('GIF89a.......');
  bytes.writeUInt16LE(width, 6);
  bytes.writeUInt16LE(height, 8);
  return bytes;
}

function avif(width: number, height: number): Buffer {
  const bytes = Buffer.from('....ftypavif....meta....ispe............');
  bytes.writeUInt32BE(width, 32);
  bytes.writeUInt32BE(height, 36);
  return bytes;
}

describe.each<[string, (width: number, height: number) => Buffer, most: number]>([
  ['PNG', (width, height) => png({ width, height }), 40_000],
  ['GIF', gif, 40_000],
  ['WebP, extended', riff('VP8X'), 40_000],
  ['WebP, lossy', riff('VP8 '), 16_000],
  ['WebP, lossless', riff('VP8L'), 16_000],
  ['AVIF', avif, 40_000],
])('%s', (_, make, most) => {
  test('picture sizes that cameras produce are accepted, however long', () => {
    expect(hasTooManyPixels(make(11_648, 8736))).toBe(false);
    expect(hasTooManyPixels(make(most, 100))).toBe(false);
  });
  test('pictures with too many pixels are refused', () => {
    expect(hasTooManyPixels(make(most, 8000))).toBe(true);
  });
});

/** Whether a JPEG given in pieces of this many bytes is too large. */
function inPieces(bytes: Buffer, size: number): boolean {
  const pixels = new JpegPixels();
  for (let at = 0; at < bytes.length; at += size) pixels.take(bytes.subarray(at, at + size));
  return pixels.areTooMany;
}

describe('the size of a JPEG is found', () => {
  const profile = segment(0xe2, Buffer.alloc(65_000, 0xff));
  test.each<[string, Buffer[]]>([
    ['at once', [EXIF]],
    ['behind hundreds of kilobytes of profiles', Array<Buffer>(3).fill(profile)],
    ['behind marks that have no length', [Buffer.from([0xff, 0x01, 0xff, 0xd0, 0xff, 0xff])]],
    ['behind bytes that decoders pass over', [Buffer.from('between'), Buffer.from([0xff, 0x00, 0x12])]],
    ['behind a segment that says it is shorter than its length', [Buffer.from([0xff, 0xfe, 0, 1])]],
  ])('%s', (_, segments) => {
    for (const size of [1, 2, 7, 70_000, 2 ** 20]) {
      expect(inPieces(jpeg({ width: 11_648, height: 8736, segments }), size)).toBe(false);
      expect(inPieces(jpeg({ width: 65_000, height: 65_000, segments }), size)).toBe(true);
    }
  });

  test('JPEG size in pieces equals that of the whole, for any bytes', () => {
    const marks = fc.constantFrom(0xff, 0xc0, 0xda, 0xe1, 0x00, 0x01, 0xd0, 0x10);
    fc.assert(
      fc.property(
        fc.array(fc.oneof(marks, fc.nat(255)), { maxLength: 80 }),
        fc.integer({ min: 1, max: 9 }),
        (rest, size) => {
          const bytes = Buffer.from([0xff, 0xd8, ...rest]);
          expect(inPieces(bytes, size)).toBe(inPieces(bytes, bytes.length));
        },
      ),
    );
  });
});

test('JPEG size check always ends, for any bytes', () => {
  const begins = fc.constantFrom(...[png(), jpeg(), gif(1, 1), riff('VP8X')(1, 1), avif(1, 1)]);
  fc.assert(
    fc.property(begins, fc.nat(60), fc.uint8Array({ maxLength: 200 }), (begin, kept, rest) => {
      const bytes = Buffer.concat([begin.subarray(0, kept), rest]);
      expect(typeof hasTooManyPixels(bytes)).toBe('boolean');
    }),
  );
});
