import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EXIF, jpeg, png, segment } from '../../testing/pictures.ts';
import { Refusal } from '../http/refusal.ts';
import { cleanPicture } from './picture.ts';

function codeOf(bytes: Buffer): string {
  try {
    cleanPicture(bytes);
    return 'taken';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

describe('a picture is refused', () => {
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['a page', Buffer.from('<html><script>alert(1)</script></html>')],
    [
      'a page that begins like a JPEG',
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('<html>')]),
    ],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a GIF', Buffer.from('GIF89a\u0001\0\u0001\0')],
    ['half a PNG', png().subarray(0, 30)],
    ['a PNG without pixels', Buffer.concat([png().subarray(0, 33), png().subarray(-12)])],
    ['half a JPEG', jpeg().subarray(0, -2)],
    [
      'a JPEG without a frame',
      Buffer.concat([Buffer.from([0xff, 0xd8]), segment(0xda, 'x'), Buffer.from([0xff, 0xd9])]),
    ],
    [
      'a JPEG whose second frame is another size',
      jpeg({ segments: [segment(0xc0, Buffer.from([8, 0, 2, 0, 2, 1, 1, 0x11, 0]))], width: 30_000 }),
    ],
    ['a PNG with a second header', png({ extra: [['IHDR', '\0\0\u007f\0\0\0\u007f\0\b\0\0\0\0']] })],
    ['a PNG of no width', png({ width: 0 })],
    ['a JPEG of no height', jpeg({ height: 0 })],
  ])('a picture is refused when it is %s', (_, bytes) => {
    expect(codeOf(bytes)).toBe('picture_type_not_allowed');
  });

  test.each([
    ['a PNG', png({ width: 30_000, height: 30_000 })],
    ['a JPEG', jpeg({ width: 30_000, height: 30_000 })],
    ['a narrow one', png({ width: 10_001, height: 1 })],
    ['a square one', png({ width: 8_000, height: 8_000 })],
    ['the largest size a PNG can claim', png({ width: 0x7fffffff, height: 0x7fffffff })],
  ])('a picture is refused when it claims too many pixels: %s', (_, bytes) => {
    expect(codeOf(bytes)).toBe('picture_too_many_pixels');
  });

  test('a picture is refused when damaged in any other way, without a crash', () => {
    const start = fc.constantFrom(png(), jpeg({ segments: [EXIF] }));
    fc.assert(
      fc.property(
        start,
        fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 8 }),
        fc.nat(400),
        (bytes, bits, cut) => {
          const damaged = Buffer.from(bytes.subarray(0, Math.max(0, bytes.length - (cut % 50))));
          for (const [at, value] of bits) if (at < damaged.length) damaged[at] = value;
          codeOf(damaged);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('a picture is stored', () => {
  test('a stored PNG has no texts, times, places or bytes after its end', () => {
    const extra: [string, string][] = [
      ['tEXt', 'Author\0Ada'],
      ['eXIf', 'GPS 48.137'],
      ['iTXt', 'XML:com.adobe.xmp\0'],
      ['tIME', '1234567'],
      ['sRGB', '0'],
    ];
    const cleaned = cleanPicture(Buffer.concat([png({ extra }), Buffer.from('<script>')]));
    expect(cleaned.type).toBe('image/png');
    expect(cleaned.bytes).toEqual(png({ extra: [['sRGB', '0']] }));
  });

  test('a stored JPEG has no EXIF, XMP, IPTC, comments or trailing bytes, and its scan is unchanged', () => {
    const profile = segment(0xe2, 'ICC_PROFILE\0');
    const pictures = [segment(0xe0, 'JFXX\0 thumbnail'), segment(0xe2, 'MPF\0 more'), segment(0xee, 'else')];
    const texts = [EXIF, segment(0xed, 'Photoshop 3.0'), segment(0xfe, 'a comment')];
    const segments = [...texts, profile, ...pictures];
    const cleaned = cleanPicture(jpeg({ segments, tail: '<script>' }));
    expect(cleaned.type).toBe('image/jpeg');
    expect(cleaned.bytes).toEqual(jpeg({ segments: [profile] }));
  });

  test('a picture with nothing to remove is stored unchanged; cleaning twice changes nothing more', () => {
    for (const bytes of [png(), jpeg()]) expect(cleanPicture(bytes).bytes).toEqual(bytes);
  });
});
