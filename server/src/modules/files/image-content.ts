type Look = (head: Buffer) => boolean;

const starts =
  (...bytes: number[]): Look =>
  (head) =>
    bytes.every((byte, at) => head[at] === byte);
const ascii = (head: Buffer, from: number, to: number) => head.toString('latin1', from, to);

/** Still pictures in HEVC, by the brands of ISO/IEC 23008-12, annex B; AVIF has its own brand. */
const isHeic: Look = (head) =>
  ascii(head, 4, 8) === 'ftyp' && /hei[cxms]|mif1/.test(ascii(head, 8, Math.min(64, head.readUInt32BE(0))));

/** Signatures long enough on their own, because pictures are often named with another picture's extension. */
const SURE: readonly [type: string, look: Look][] = [
  ['image/png', starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)],
  ['image/jpeg', starts(0xff, 0xd8, 0xff)],
  ['image/gif', (head) => /^GIF8[79]a$/.test(ascii(head, 0, 6))],
  ['image/webp', (head) => ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WEBP'],
  ['image/tiff', (head) => /^(II[*+]\0|MM\0[*+])$/.test(ascii(head, 0, 4))],
  ['image/avif', (head) => ascii(head, 4, 8) === 'ftyp' && /avi[fs]/.test(ascii(head, 8, 64))],
  ['image/heic', isHeic],
  ['image/jxl', starts(0, 0, 0, 0x0c, 0x4a, 0x58, 0x4c, 0x20, 0x0d, 0x0a, 0x87, 0x0a)],
];

/** Signatures so short that the extension must agree. */
const WITH_NAME: Readonly<Record<string, readonly [type: string, look: Look]>> = {
  bmp: ['image/bmp', (head) => ascii(head, 0, 2) === 'BM' && head.length > 26],
  dib: ['image/bmp', (head) => ascii(head, 0, 2) === 'BM' || starts(0x28, 0, 0, 0)(head)],
  ico: ['image/x-icon', (head) => (starts(0, 0, 1, 0)(head) || starts(0, 0, 2, 0)(head)) && head.length > 22],
  jxl: ['image/jxl', starts(0xff, 0x0a)],
  xbm: [
    'image/x-xbitmap',
    (head) => /^\s*(\/\*[\s\S]*?\*\/\s*)?#define\s+\w+_width\s+\d/.test(ascii(head, 0, 2048)),
  ],
};

/** The media type of a picture by its first bytes; null for other content. */
export function imageType(head: Buffer, extension: string): string | null {
  const sure = SURE.find(([, look]) => look(head));
  if (sure) return sure[0];
  const named = WITH_NAME[extension];
  return named?.[1](head) ? named[0] : null;
}
