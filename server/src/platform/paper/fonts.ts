import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';
import { create, type Font } from 'fontkit';

/** Latin, Greek, Cyrillic, Hangul and kana in the font of the screen: Pretendard is Inter with Hangul. */
export interface Fonts {
  regular: Font;
  strong: Font;
}

let loading: Promise<[regular: Buffer, strong: Buffer]> | null = null;

/**
 * The fonts of one document, which embeds only the letters it uses. The files are read once, but each document has
 * its own instances: embedding an accented letter corrupts a font's mapping of the plain letter.
 */
export async function openFonts(): Promise<Fonts> {
  loading ??= Promise.all([bytesOf(400), bytesOf(600)]);
  const [regular, strong] = await loading;
  return { regular: create(regular), strong: create(strong) };
}

async function bytesOf(weight: 400 | 600): Promise<Buffer> {
  const path = import.meta.resolve(`@fontsource/pretendard/files/pretendard-latin-${weight}-normal.woff`);
  return unpackWoff(await readFile(fileURLToPath(path)));
}

const SIGNATURE = 0x774f4646;
const [HEADER, ENTRY] = [44, 20];
const [PLAIN_HEADER, PLAIN_ENTRY] = [12, 16];

/**
 * The plain font inside a WOFF 1.0 file (W3C Recommendation of 13 December 2012). The reader of fonts would
 * inflate a packed table again for each letter.
 */
function unpackWoff(woff: Buffer): Buffer {
  if (woff.readUInt32BE(0) !== SIGNATURE) throw new Error('this is no WOFF file');
  const count = woff.readUInt16BE(12);
  const font = Buffer.alloc(woff.readUInt32BE(16));
  const power = Math.floor(Math.log2(count));
  woff.copy(font, 0, 4, 8);
  font.writeUInt16BE(count, 4);
  font.writeUInt16BE(16 * 2 ** power, 6);
  font.writeUInt16BE(power, 8);
  font.writeUInt16BE(16 * count - 16 * 2 ** power, 10);
  let end = PLAIN_HEADER + count * PLAIN_ENTRY;
  for (let index = 0; index < count; index += 1) {
    const from = HEADER + index * ENTRY;
    const [offset, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(from + at)) as [
      number,
      number,
      number,
    ];
    const bytes = woff.subarray(offset, offset + packed);
    (packed < length ? inflateSync(bytes) : bytes).copy(font, end);
    const to = PLAIN_HEADER + index * PLAIN_ENTRY;
    woff.copy(font, to, from, from + 4);
    font.writeUInt32BE(woff.readUInt32BE(from + 16), to + 4);
    font.writeUInt32BE(end, to + 8);
    font.writeUInt32BE(length, to + 12);
    end += Math.ceil(length / 4) * 4;
  }
  return font;
}
