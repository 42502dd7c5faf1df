import { crc32, deflateSync } from 'node:zlib';

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  const tail = Buffer.alloc(4);
  tail.writeUInt32BE(crc32(typed));
  return Buffer.concat([head, typed, tail]);
}

interface Png {
  width?: number;
  height?: number;
  /** Chunks between the header and the pixels. */
  extra?: [type: string, data: string][];
}

/** A grey PNG; large sizes are only declared. */
export function png({ width = 2, height = 2, extra = [] }: Png = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const rows = Buffer.alloc(Math.min(height, 4) * (Math.min(width, 4) + 1));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    ...extra.map(([type, data]) => chunk(type, Buffer.from(data))),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A segment of a JPEG with its length. */
export function segment(marker: number, data: Buffer | string): Buffer {
  const bytes = Buffer.from(data);
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(bytes.length + 2, 2);
  return Buffer.concat([head, bytes]);
}

interface Jpeg {
  width?: number;
  height?: number;
  segments?: Buffer[];
  /** Bytes after the end marker. */
  tail?: string;
}

/** The skeleton of a JPEG: all markers that a decoder looks for, with a stuffed byte and a restart in its scan. */
export function jpeg({ width = 8, height = 8, segments = [], tail = '' }: Jpeg = {}): Buffer {
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('JFIF\0\u0001\u0001\0\0\u0001\0\u0001\0\0', 'latin1')),
    ...segments,
    segment(0xc0, frame),
    segment(0xda, Buffer.from([1, 1, 0, 0, 0x3f, 0])),
    Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56]),
    Buffer.from([0xff, 0xd9]),
    Buffer.from(tail),
  ]);
}

/** An HTML page, also with the first bytes of a JPEG. */
export const HTML = Buffer.from('<html><script>alert(1)</script></html>');
export const HTML_AS_JPEG = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), HTML]);

export const EXIF = segment(0xe1, 'Exif\0\0 GPS 48.137 N 11.575 E');

export const pictureBlob = (bytes: Buffer, type = 'image/png') => new Blob([new Uint8Array(bytes)], { type });

/** Text about the patient and the place in the Exif of the files below. */
export const EXIF_WORDS = 'Theodora Lindqvist GPS 48.137 N';

/** An Exif block with that text and an orientation. */
export function exifWith(orientation: number): Buffer {
  const tiff = Buffer.alloc(38 + EXIF_WORDS.length + 1);
  tiff.write('MM\0*', 0, 'latin1');
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(2, 8);
  for (const [at, value] of [0x010e_0002, EXIF_WORDS.length + 1, 38].entries())
    tiff.writeUInt32BE(value, 10 + 4 * at);
  for (const [at, value] of [0x0112_0003, 1, orientation * 0x10000].entries())
    tiff.writeUInt32BE(value, 22 + 4 * at);
  tiff.write(EXIF_WORDS, 38);
  return tiff;
}

/** The same metadata as a JPEG segment. */
export const exifSegment = (orientation: number): Buffer =>
  segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exifWith(orientation)]));

/** A WebP of one pixel in the extended layout, with Exif, XMP and an unknown chunk. */
export function webp(orientation: number): Buffer {
  const parts: [string, Buffer][] = [
    ['VP8X', Buffer.from([0x0c, 0, 0, 0, 0, 0, 0, 0, 0, 0])],
    ['VP8L', Buffer.from('LwAAAAAHEP0P', 'base64')],
    ['EXIF', exifWith(orientation)],
    ['XMP ', Buffer.from(`<x>${EXIF_WORDS}</x>`)],
    ['note', Buffer.from(EXIF_WORDS)],
  ];
  const body = Buffer.concat(
    parts.map(([type, data]) => {
      const head = Buffer.alloc(8);
      head.write(type, 0, 'latin1');
      head.writeUInt32LE(data.length, 4);
      return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
    }),
  );
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  head.writeUInt32LE(body.length + 4, 4);
  return Buffer.concat([head, body]);
}

/** A HEIC and an AVIF of 64 × 48 pixels, as libheif 1.15 writes them, with that text in their Exif. */
export const heic = (): Buffer =>
  Buffer.from(
    'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAeFtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAACAAAAEGlkYXQAAAAAAEAAMAAAAExpbG9jAQAAAERAAAMAAQAAAAAAAAIFAAEAAAAAAAAAagACAAEAAAAAAAAAAQAAAAAAAAAIAAMAAAAAAAACbwABAAAAAAAAAEoAAABNaWluZgAAAAAAAwAAABVpbmZlAgAAAQABAABodmMxAAAAABVpbmZlAgAAAAACAABncmlkAAAAABVpbmZlAgAAAQADAABFeGlmAAAAANVpcHJwAAAAs2lwY28AAABzaHZjQwEDcAAAAAAAAAAAAB7wAPz9+PgAAA8DIAABABhAAQwB//8DcAAAAwCQAAADAAADAB66AkAhAAEAJ0IBAQNwAAADAJAAAAMAAAMAHqAggQWW6uSmubAgAAADACAAAAMAISIAAQAGRAHBc8CJAAAAFGlzcGUAAAAAAAAAQAAAAEAAAAAUaXNwZQAAAAAAAABAAAAAMAAAABBwaXhpAAAAAAMICAgAAAAaaXBtYQAAAAAAAAACAAECgQIAAgIDhAAAAChpcmVmAAAAAAAAAA5kaW1nAAIAAQABAAAADmNkc2MAAwABAAIAAAC8bWRhdAAAAGYoAa9Y+RjmskA7q/egutWPEtVmFWvm+KdW1hGDveprnIuFll3ypLJ4EeSYXGaRQGAchq/LsAefral4sXe+GYekZRwcFh1DvvXyiPzg9WZGdqdG4OF7r6q/l9Nh7rvTNTZYt7ZgLoAAAAAATU0AKgAAAAgAAgEOAAIAAAAgAAAAJgESAAMAAAABAAYAAAAAAABUaGVvZG9yYSBMaW5kcXZpc3QgR1BTIDQ4LjEzNyBOAA==',
    'base64',
  );
export const avif = (): Buffer =>
  Buffer.from(
    'AAAAHGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZgAAASttZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAABAAAANGlsb2MAAAAAREAAAgABAAAAAAFPAAEAAAAAAAAAXwACAAAAAAGuAAEAAAAAAAAASgAAADhpaW5mAAAAAAACAAAAFWluZmUCAAAAAAEAAGF2MDEAAAAAFWluZmUCAAABAAIAAEV4aWYAAAAAamlwcnAAAABLaXBjbwAAABNjb2xybmNseAACAAIABoAAAAAMYXYxQ4EADAAAAAAUaXNwZQAAAAAAAABAAAAAMAAAABBwaXhpAAAAAAMICAgAAAAXaXBtYQAAAAAAAAABAAEEgYIDhAAAABppcmVmAAAAAAAAAA5jZHNjAAIAAQABAAAAsW1kYXQSAAoGGBV/vYEIMlMZgBBBBAQA2VTeuhHMqLUT0Nw1HJMIAJlGecHKIAoaPulxTmWJhynyR36MRJFwv6GVXmJE6HZxyIT3e88iUTQtuCWFIetps1jb2S/snxmFBlHPQAAAAABNTQAqAAAACAACAQ4AAgAAACAAAAAmARIAAwAAAAEABgAAAAAAAFRoZW9kb3JhIExpbmRxdmlzdCBHUFMgNDguMTM3IE4A',
    'base64',
  );
