import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  avif,
  EXIF_WORDS,
  exifSegment,
  exifWith,
  heic,
  jpeg,
  png,
  segment,
  webp,
} from '../../testing/pictures.ts';
import { cleanHeif } from './heif.ts';
import { cleanJpeg } from './jpeg.ts';
import { orientationIn } from './orientation.ts';
import { cleanPng } from './png.ts';
import { cleanWebp } from './webp.ts';

const WORDS = /Theodora|Lindqvist|48\.137/;
const clean = {
  jpeg: (bytes: Buffer) => cleanJpeg(bytes)?.bytes ?? null,
  png: (bytes: Buffer) => cleanPng(bytes, { keepsAnimation: true })?.bytes ?? null,
  webp: cleanWebp,
  heif: cleanHeif,
};
const text = (bytes: Buffer | null) => bytes?.toString('latin1');
const exifOf = (bytes: Buffer | null, mark: string) =>
  orientationIn(bytes?.subarray((bytes?.indexOf(mark) ?? 0) + mark.length) ?? Buffer.alloc(0));

describe('cleaning removes personal metadata', () => {
  const xmp = segment(0xe1, `http://ns.adobe.com/xap/1.0/\0<x>${EXIF_WORDS}</x>`);
  const iptc = segment(0xed, `Photoshop 3.0\0${EXIF_WORDS}`);
  const comment = segment(0xfe, EXIF_WORDS);
  const more = segment(0xe2, `MPF\0${EXIF_WORDS}`);
  const withAll = jpeg({ segments: [exifSegment(6), xmp, iptc, comment, more], tail: EXIF_WORDS });

  test('cleaning removes personal metadata of a JPEG, and keeps its orientation', () => {
    const bytes = clean.jpeg(withAll);
    expect(text(bytes)).not.toMatch(WORDS);
    expect(exifOf(bytes, 'Exif\0\0')).toBe(6);
    // The compressed pixels, byte by byte.
    expect(bytes?.subarray(-17)).toEqual(jpeg().subarray(-17));
    expect(clean.jpeg(bytes ?? Buffer.alloc(0))).toEqual(bytes);
  });

  test('cleaning removes personal metadata of an upright JPEG, with its whole Exif block and the thumbnail of its first segment', () => {
    expect(clean.jpeg(jpeg({ segments: [exifSegment(1)] }))).toEqual(jpeg());
    const thumbnail = jpeg({
      segments: [
        segment(
          0xe0,
          Buffer.from(`JFIF\0\u0001\u0001\0\0\u0001\0\u0001\u0003\u0003${EXIF_WORDS.slice(0, 27)}`),
        ),
      ],
    });
    expect(text(clean.jpeg(thumbnail))).not.toMatch(WORDS);
  });

  test('cleaning removes personal metadata of a JPEG with text in extension segments and after the fields of Adobe’s segment', () => {
    const adobe = `Adobe\0d\0\0\0\0\x01`;
    const file = jpeg({ segments: [segment(0xee, adobe + EXIF_WORDS), segment(0xf3, EXIF_WORDS)] });
    expect(clean.jpeg(file)).toEqual(jpeg({ segments: [segment(0xee, adobe)] }));
  });

  test('cleaning removes personal metadata of a PNG', () => {
    const bytes = clean.png(
      png({
        extra: [
          ['tEXt', `Author\0${EXIF_WORDS}`],
          ['iTXt', EXIF_WORDS],
          ['zTXt', EXIF_WORDS],
          ['eXIf', exifWith(3).toString('latin1')],
          ['vpAg', EXIF_WORDS],
        ],
      }),
    );
    expect(text(bytes)).not.toMatch(WORDS);
    expect(exifOf(bytes, 'eXIf')).toBe(3);
    expect(clean.png(png())).toEqual(png());
  });

  test('cleaning removes personal metadata of a WebP', () => {
    const bytes = clean.webp(webp(8));
    expect(text(bytes)).not.toMatch(WORDS);
    expect(exifOf(bytes?.subarray(0) ?? null, 'EXIF\u001a\0\0\0')).toBe(8);
    expect(text(clean.webp(webp(1)))).not.toMatch(/EXIF|XMP/);
  });

  test.each([
    ['HEIC', heic],
    ['AVIF', avif],
  ])('cleaning removes personal metadata of a %s, without moving its pixels', (_kind, make) => {
    const [before, after] = [make(), clean.heif(make())];
    expect(text(before)).toMatch(WORDS);
    expect(text(after)).not.toMatch(WORDS);
    const pixels = (bytes: Buffer | null) =>
      bytes?.toString('hex', before.indexOf('mdat'), before.indexOf(EXIF_WORDS) - 42);
    expect(pixels(before)?.length).toBeGreaterThan(100);
    expect(pixels(after)).toBe(pixels(before));
  });

  test('cleaning removes personal metadata of a HEIC with boxes beside the picture', () => {
    const box = Buffer.concat([
      Buffer.from([0, 0, 0, 8 + EXIF_WORDS.length]),
      Buffer.from(`sefd${EXIF_WORDS}`),
    ]);
    expect(text(clean.heif(Buffer.concat([heic(), box])))).not.toMatch(WORDS);
    const film = Buffer.concat([heic(), Buffer.from([0, 0, 0, 8]), Buffer.from('moov')]);
    expect(clean.heif(film)).toBeNull();
  });
});

test('cleaning a damaged picture neither fails nor hangs', () => {
  const kinds = Object.values(clean);
  const start = fc.constantFrom(jpeg({ segments: [exifSegment(6)] }), png(), webp(6), heic(), avif());
  const bits = fc.array(fc.tuple(fc.nat(700), fc.nat(255)), { maxLength: 8 });
  fc.assert(
    fc.property(start, bits, fc.nat(100), (bytes, changes, cut) => {
      const damaged = Buffer.from(bytes.subarray(0, bytes.length - Math.min(cut, bytes.length)));
      for (const [at, value] of changes) if (at < damaged.length) damaged[at] = value;
      for (const kind of kinds) kind(damaged);
    }),
    { numRuns: 1500 },
  );
});
