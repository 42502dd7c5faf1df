import { inflateSync } from 'node:zlib';

const SIGNATURE = 0x774f4646;
const [HEADER, ENTRY] = [44, 20];
const [PLAIN_HEADER, PLAIN_ENTRY] = [12, 16];

/**
 * The plain font inside a WOFF 1.0 file (W3C Recommendation of 13 December 2012). The reader of fonts would
 * inflate a packed table again for each letter.
 */
export function unpackWoff(woff: Buffer): Buffer {
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
