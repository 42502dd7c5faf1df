/**
 * Records of a zip with uncompressed entries whose sizes and checksums are known in advance.
 * Section numbers of PKWARE's APPNOTE.TXT 6.3.10: 4.3.7 local header, 4.3.12 central directory, 4.3.14 to 4.3.16 its
 * end,
 * 4.5.3 zip64.
 */
interface ZipEntry {
  /** Name in the zip, unique. */
  name: string;
  size: number;
  /** CRC-32 of the bytes, unsigned. */
  crc32: number;
  modified: Date;
}

/** Value of a 32-bit field if the number is in a zip64 record. */
const IN_ZIP64 = 0xffff_ffff;
const COUNT_IN_ZIP64 = 0xffff;
const PLAIN_VERSION = 20;
const ZIP64_VERSION = 45;
const UTF8_NAME = 1 << 11;
const STORED = 0;
const MADE_ON_UNIX = 3 << 8;
const REGULAR_FILE = (0o100644 << 16) >>> 0;

/** The directory of a zip whose entries are written one after the other. */
export class ZipDirectory {
  readonly #central: Buffer[] = [];
  #at = 0;

  /** The header of the next entry; exactly its bytes must follow. */
  add(entry: ZipEntry): Buffer {
    const header = localHeader(entry);
    this.#central.push(centralRecord(entry, this.#at));
    this.#at += header.length + entry.size;
    return header;
  }

  /** Bytes after the last entry. */
  end(): Buffer {
    const directory = Buffer.concat(this.#central);
    return Buffer.concat([directory, endRecords(this.#central.length, directory.length, this.#at)]);
  }

  /** Length of all entries with their headers. */
  get length(): number {
    return this.#at;
  }
}

/** The header before the bytes of an entry. */
export function localHeader(entry: ZipEntry): Buffer {
  const name = Buffer.from(entry.name);
  const needs64 = entry.size >= IN_ZIP64;
  const extra = Buffer.concat([
    needs64 ? zip64Extra([entry.size, entry.size]) : Buffer.alloc(0),
    timeExtra(entry.modified),
  ]);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(needs64 ? ZIP64_VERSION : PLAIN_VERSION, 4);
  commonFields(entry).copy(head, 6);
  head.writeUInt16LE(name.length, 26);
  head.writeUInt16LE(extra.length, 28);
  return Buffer.concat([head, name, extra]);
}

/** The central directory record of an entry: `at` is the offset of its local header. */
export function centralRecord(entry: ZipEntry, at: number): Buffer {
  const name = Buffer.from(entry.name);
  const bigSize = entry.size >= IN_ZIP64;
  const bigPlace = at >= IN_ZIP64;
  const big = [...(bigSize ? [entry.size, entry.size] : []), ...(bigPlace ? [at] : [])];
  const extra = Buffer.concat([
    big.length > 0 ? zip64Extra(big) : Buffer.alloc(0),
    timeExtra(entry.modified),
  ]);
  const version = big.length > 0 ? ZIP64_VERSION : PLAIN_VERSION;
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02014b50, 0);
  head.writeUInt16LE(MADE_ON_UNIX | version, 4);
  head.writeUInt16LE(version, 6);
  commonFields(entry).copy(head, 8);
  head.writeUInt16LE(name.length, 28);
  head.writeUInt16LE(extra.length, 30);
  head.writeUInt32LE(REGULAR_FILE, 38);
  head.writeUInt32LE(Math.min(at, IN_ZIP64), 42);
  return Buffer.concat([head, name, extra]);
}

/** Ends a zip of `count` entries whose central directory of `size` bytes begins at offset `at`. */
export function endRecords(count: number, size: number, at: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, COUNT_IN_ZIP64), 8);
  end.writeUInt16LE(Math.min(count, COUNT_IN_ZIP64), 10);
  end.writeUInt32LE(Math.min(size, IN_ZIP64), 12);
  end.writeUInt32LE(Math.min(at, IN_ZIP64), 16);
  if (count < COUNT_IN_ZIP64 && size < IN_ZIP64 && at < IN_ZIP64) return end;

  const end64 = Buffer.alloc(56);
  end64.writeUInt32LE(0x06064b50, 0);
  end64.writeBigUInt64LE(44n, 4);
  end64.writeUInt16LE(MADE_ON_UNIX | ZIP64_VERSION, 12);
  end64.writeUInt16LE(ZIP64_VERSION, 14);
  for (const place of [24, 32]) end64.writeBigUInt64LE(BigInt(count), place);
  end64.writeBigUInt64LE(BigInt(size), 40);
  end64.writeBigUInt64LE(BigInt(at), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(at + size), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([end64, locator, end]);
}

/** Fields from flags to sizes, the same in both headers. */
function commonFields(entry: ZipEntry): Buffer {
  const fields = Buffer.alloc(20);
  fields.writeUInt16LE(UTF8_NAME, 0);
  fields.writeUInt16LE(STORED, 2);
  const { time, date } = dosTime(entry.modified);
  fields.writeUInt16LE(time, 4);
  fields.writeUInt16LE(date, 6);
  fields.writeUInt32LE(entry.crc32, 8);
  fields.writeUInt32LE(Math.min(entry.size, IN_ZIP64), 12);
  fields.writeUInt32LE(Math.min(entry.size, IN_ZIP64), 16);
  return fields;
}

function zip64Extra(numbers: readonly number[]): Buffer {
  const extra = Buffer.alloc(4 + 8 * numbers.length);
  extra.writeUInt16LE(0x0001, 0);
  extra.writeUInt16LE(8 * numbers.length, 2);
  for (const [n, number] of numbers.entries()) extra.writeBigUInt64LE(BigInt(number), 4 + 8 * n);
  return extra;
}

/** Unix time in seconds, which unlike the DOS fields has a time zone. */
function timeExtra(moment: Date): Buffer {
  const extra = Buffer.alloc(9);
  extra.writeUInt16LE(0x5455, 0);
  extra.writeUInt16LE(5, 2);
  extra.writeUInt8(1, 4);
  extra.writeInt32LE(Math.floor(moment.getTime() / 1000) | 0, 5);
  return extra;
}

/** In UTC, in steps of two seconds, from 1980 on. */
function dosTime(moment: Date): { time: number; date: number } {
  const year = Math.min(Math.max(moment.getUTCFullYear(), 1980), 2107);
  return {
    time: (moment.getUTCHours() << 11) | (moment.getUTCMinutes() << 5) | (moment.getUTCSeconds() >> 1),
    date: ((year - 1980) << 9) | ((moment.getUTCMonth() + 1) << 5) | moment.getUTCDate(),
  };
}
