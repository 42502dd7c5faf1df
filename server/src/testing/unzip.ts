import { inflateRawSync } from 'node:zlib';

/** Entries of a zip by its central directory, for tests: no zip64, stored or deflated. */
export async function unzip(zip: Buffer): Promise<{ name: string; bytes: Buffer }[]> {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  const entries = [];
  for (let n = 0; n < count; n++) {
    const [method, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)];
    const lengths = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    const [nameLength = 0, extraLength = 0, commentLength = 0] = lengths;
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const stored = zip.subarray(start, start + size);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    entries.push({ name, bytes: method === 0 ? stored : inflateRawSync(stored) });
    at += 46 + nameLength + extraLength + commentLength;
  }
  return entries;
}
