import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import type * as z from 'zod';

/** Stops the import before any data of the current case is stored; the message is for the operator. */
export class NotImported extends Error {}

/** A practice with a million files has fewer entries. */
const MAX_ENTRIES = 5_000_000;
const MAX_JSON_BYTES = 32 * 1024 * 1024;
/** Scans compress to a third at best; a zip bomb to a thousandth. */
const UNPACKS_TO_TIMES = 20;
const SMALL_BYTES = 1024 * 1024;
/** Only half a pair is escaped when JSON is written; an even number of backslashes before it is text. */
const HALF_PAIR = /(?<!\\)(?:\\\\)*\\ud[89a-f][0-9a-f]{2}/;
const IS_ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;

/** The zip of an export. Its paths are only looked up here; nothing is ever written under a name from the zip. */
export class ExportArchive {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  /** Opens a zip and reads its directory. Refuses entries that no export has: odd paths, duplicates, zip bombs. */
  static async open(path: string): Promise<ExportArchive> {
    const zip = await openPromise(path, { strictFileNames: true, autoClose: false }).catch(damaged);
    try {
      return new ExportArchive(zip, await directoryOf(zip));
    } catch (error) {
      zip.close();
      throw error;
    }
  }

  close(): void {
    this.#zip.close();
  }

  get paths(): IterableIterator<string> {
    return this.#entries.keys();
  }

  /** The length that the directory states; null if there is no such entry. */
  sizeOf(path: string): number | null {
    return this.#entries.get(path)?.uncompressedSize ?? null;
  }

  /** The bytes of an entry. The stream fails if there are more or fewer than the directory states. */
  async read(path: string): Promise<Readable> {
    return this.#zip.openReadStreamPromise(this.#entry(path)).catch(damaged);
  }

  /** An entry as JSON of this form. */
  async json<S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>> {
    const entry = this.#entry(path);
    if (entry.uncompressedSize > MAX_JSON_BYTES)
      throw new NotImported(`${path} is larger than any export writes it.`);
    const bytes = await buffer(await this.read(path)).catch(damaged);
    if (crc32(bytes) !== entry.crc32) throw new NotImported(`${path} is damaged: its checksum is wrong.`);
    const parsed = schema.safeParse(jsonOf(path, bytes.toString('utf8')));
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    throw new NotImported(
      `${path} is not as an export writes it: ${issue?.path.join('.')}: ${issue?.message}`,
    );
  }

  #entry(path: string): Entry {
    const entry = this.#entries.get(path);
    if (!entry)
      throw new NotImported(`The zip has no ${path}. It is not an export, or not all of it is there.`);
    return entry;
  }
}

async function directoryOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_ENTRIES) throw new NotImported('The zip has more entries than any export.');
  const entries = new Map<string, Entry>();
  const seen = new Set<string>();
  let unpacked = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      const path = entry.fileName;
      // Folder entries, which appear in a zip that was repacked.
      if (path.endsWith('/') && entry.uncompressedSize === 0) continue;
      const folded = path.normalize('NFC').toLowerCase();
      if (seen.has(folded)) throw new NotImported(`The zip has ${path} twice.`);
      if (entry.generalPurposeBitFlag & IS_ENCRYPTED)
        throw new NotImported(
          'The zip has a password. Unpack it with the password and pack it again without.',
        );
      if (![STORED, DEFLATED].includes(entry.compressionMethod))
        throw new NotImported(`${path} is packed in a way that is not supported.`);
      seen.add(folded);
      unpacked += entry.uncompressedSize;
      entries.set(path, entry);
    }
  } catch (error) {
    damaged(error);
  }
  if (unpacked > SMALL_BYTES + UNPACKS_TO_TIMES * zip.fileSize)
    throw new NotImported(`The zip unpacks to more than ${UNPACKS_TO_TIMES} times its size.`);
  return entries;
}

function jsonOf(path: string, text: string): unknown {
  let json: unknown;
  let written: string;
  try {
    json = JSON.parse(text);
    written = JSON.stringify(json);
  } catch {
    throw new NotImported(`${path} is no JSON.`);
  }
  // PostgreSQL stores no NUL and no half of a surrogate pair.
  if (text.includes('\0') || text.includes('\\u0000') || HALF_PAIR.test(written))
    throw new NotImported(`${path} has a character that cannot be stored.`);
  return json;
}

/** Errors of yauzl and zlib about the zip; those of the machine, such as a missing file, are passed on. */
export function damaged(error: unknown): never {
  // Both throw plain errors; any other kind is a mistake of ours.
  if (!(error instanceof Error) || error.constructor !== Error) throw error;
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT' || code === 'EISDIR') throw new NotImported('There is no such file.');
  if (code && !code.startsWith('Z_')) throw error;
  if (/invalid (?:relative path|characters in fileName)|absolute path/.test(error.message))
    throw new NotImported('The zip has a path that leads out of its folder. No export has one.');
  throw new NotImported(`The zip is damaged or not complete: ${error.message}`);
}
