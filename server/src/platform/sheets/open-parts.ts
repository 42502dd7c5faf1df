import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { SHEET_LIMITS } from '@cusp/contract/sheets.routes';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { SheetError } from './sheet-error.ts';

const LOCAL_HEADER = Buffer.from('PK\x03\x04', 'latin1');
const EMPTY_ZIP = Buffer.from('PK\x05\x06', 'latin1');
/** Signature of a Compound File Binary, [MS-CFB] 2.2: Excel before 2007, and any Excel file with a password. */
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** Stream of a workbook with a password, [MS-OFFCRYPTO] 1.3.2. */
const ENCRYPTED_STREAM = Buffer.from('EncryptedPackage', 'utf16le');

/** Allowed paths of a workbook; Office stores sensitivity labels and document properties in the last two. */
const PATHS = /^(?:\[Content_Types\]\.xml$|xl\/|_rels\/|docProps\/|customXml\/|docMetadata\/)/;
const MACROS = /(?:^|\/)(?:vbaProject|vbaData|macrosheets|dialogsheets)/i;
const READ =
  /^(?:xl\/(?:workbook|styles|sharedStrings)\.xml|xl\/_rels\/workbook\.xml\.rels|xl\/worksheets\/[^/]+\.xml)$/i;
const IS_ENCRYPTED = 1;

/**
 * The parts of a workbook that hold cells, as text by path. Checks the sizes that the zip declares; a part that
 * unpacks to more is refused at the first extra byte.
 */
export async function openParts(bytes: Buffer): Promise<Map<string, string>> {
  checkKind(bytes);
  const zip = await fromBufferPromise(bytes, { strictFileNames: true }).catch(damaged);
  if (zip.entryCount > SHEET_LIMITS.parts) throw new SheetError('unsafe');
  const parts = new Map<string, string>();
  const seen = new Set<string>();
  let unpacked = 0;
  let hasForeignParts = false;
  for await (const entry of entriesOf(zip)) {
    const path = entry.fileName;
    if (!PATHS.test(path)) {
      hasForeignParts = true;
      continue;
    }
    if (seen.has(path.toLowerCase())) throw new SheetError('unsafe');
    if (MACROS.test(path)) throw new SheetError('macros');
    if (entry.generalPurposeBitFlag & IS_ENCRYPTED) throw new SheetError('encrypted');
    seen.add(path.toLowerCase());
    unpacked += entry.uncompressedSize;
    if (unpacked > SHEET_LIMITS.unpackedBytes) throw new SheetError('too_heavy');
    if (!READ.test(path)) continue;
    const part = await buffer(await zip.openReadStreamPromise(entry)).catch(damaged);
    if (crc32(part) !== entry.crc32) throw new SheetError('damaged');
    const text = part.toString('utf8');
    // Workbooks need no document type, and XML bombs need entities.
    if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new SheetError('unsafe');
    parts.set(path, text);
  }
  if (!parts.has('xl/workbook.xml')) throw new SheetError('not_excel');
  if (hasForeignParts) throw new SheetError('unsafe');
  return parts;
}

/** Throws for any file but a zip, with the kind of file, so that people know what to save instead. */
function checkKind(bytes: Buffer): void {
  if (bytes.length === 0) throw new SheetError('empty');
  if (bytes.length > SHEET_LIMITS.bytes) throw new SheetError('too_large');
  const begins = (magic: Buffer) => bytes.subarray(0, magic.length).equals(magic);
  if (begins(LOCAL_HEADER)) return;
  if (begins(COMPOUND_FILE))
    throw new SheetError(bytes.includes(ENCRYPTED_STREAM) ? 'encrypted' : 'old_excel');
  if (begins(EMPTY_ZIP)) throw new SheetError('not_excel');
  throw new SheetError(isText(bytes.subarray(0, 4096)) ? 'text_file' : 'not_excel');
}

/**
 * Text has no control characters except tabs and line ends; UTF-16, as Excel saves it, begins with a byte order mark.
 */
function isText(start: Buffer): boolean {
  if (start.length >= 2 && [0xfeff, 0xfffe].includes(start.readUInt16BE(0))) return true;
  return start.every((byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d);
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const next = await new Promise<Entry | null>((resolve, reject) => {
      zip.removeAllListeners();
      zip
        .once('entry', resolve)
        .once('end', () => resolve(null))
        .once('error', reject);
      zip.readEntry();
    }).catch(damaged);
    if (!next) return;
    yield next;
  }
}

/** Maps errors of yauzl and zlib about a malformed zip. A path with `..` or a backslash is an attack, not damage. */
function damaged(error: unknown): never {
  const words = error instanceof Error ? error.message : '';
  if (/invalid (?:relative path|characters in fileName)|absolute path/.test(words))
    throw new SheetError('unsafe');
  if (/too many bytes in the stream/.test(words)) throw new SheetError('too_heavy');
  throw new SheetError('damaged');
}
