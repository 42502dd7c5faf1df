import { looksLikeText } from '@cusp/mesh/parse-stl-text';

type Bytes = AsyncIterable<Buffer> | Iterable<Buffer>;

const NEWLINE = 10;
const RETURN = 13;
const BLANK = 32;
const TAB = 9;
const HASH = 35;
/** The UTF-8 byte order mark as Latin-1. */
const BYTE_ORDER = '\u00ef\u00bb\u00bf';
/** How far PLY readers search for the end of the header. */
const LONGEST_HEADER = 64 * 1024;
const STL_HEAD = 80;
/** Header, triangle count, and bytes per triangle. */
const stlBytes = (triangles: number) => STL_HEAD + 4 + 50 * triangles;

/** Characters of numbers. */
const NUMBER = /^[\d+\-.eE,;/\\]+$/;
const OBJ_WORDS = new Set(['v', 'vn', 'vt', 'vp', 'f', 'l', 'p', 's', 'off']);
const STL_WORDS = new Set([
  'solid',
  'facet',
  'normal',
  'outer',
  'loop',
  'vertex',
  'endloop',
  'endfacet',
  'endsolid',
]);
const NO_WORDS: ReadonlySet<string> = new Set();
/** Longer words are neither numbers nor keywords. */
const LONGEST_WORD = 64;

/** A malformed PLY whose header never ends. */
export class UnreadableHeader extends Error {}

/**
 * Reduces a surface or polyline to its numbers, keeping its length: headers, comments, names of parts, materials and
 * files are overwritten with blanks, because scanners write patient names into them. `head` is the file's first 4 KiB,
 * or all of it.
 */
export function cleanMesh(
  mediaType: string,
  head: Buffer,
  size: number,
  bytes: Bytes,
): AsyncIterable<Buffer> {
  if (mediaType === 'model/ply') return cleanPly(bytes);
  if (mediaType === 'model/obj') return onlyNumbers(bytes, OBJ_WORDS);
  if (mediaType !== 'model/stl') return onlyNumbers(bytes, NO_WORDS);
  const promised = head.length >= stlBytes(0) ? stlBytes(head.readUInt32LE(STL_HEAD)) : 0;
  return promised !== size && looksLikeText(head) ? onlyNumbers(bytes, STL_WORDS) : cleanStl(bytes, promised);
}

/** A binary STL with an empty header and nothing after its triangles. */
async function* cleanStl(bytes: Bytes, promised: number): AsyncGenerator<Buffer> {
  let at = 0;
  for await (const piece of bytes) {
    const kept = Buffer.from(piece);
    if (at < STL_HEAD) kept.fill(0, 0, Math.min(STL_HEAD - at, kept.length));
    if (at + kept.length > promised) kept.fill(0, Math.max(0, promised - at));
    at += kept.length;
    yield kept;
  }
}

/**
 * Keeps numbers and keywords of a text format. Lines that begin with another word are blanked, as are text after `#`
 * and the name after `solid`.
 */
async function* onlyNumbers(bytes: Bytes, words: ReadonlySet<string>): AsyncGenerator<Buffer> {
  const cleaner = new TextCleaner(words);
  for await (const piece of bytes) yield cleaner.take(piece);
  yield cleaner.rest();
}

/** Processes text in chunks; an incomplete word waits for the rest. */
class TextCleaner {
  readonly #words: ReadonlySet<string>;
  readonly #isStl: boolean;
  /** The beginning of the word, and its full length. */
  #word = '';
  #length = 0;
  #isLineStart = true;
  /** Everything is blanked until the line ends. */
  #isSkipping = false;

  constructor(words: ReadonlySet<string>) {
    this.#words = words;
    this.#isStl = words === STL_WORDS;
  }

  take(piece: Buffer): Buffer {
    const kept = Buffer.alloc(this.#length + piece.length, BLANK);
    let to = 0;
    for (const byte of piece) {
      const endsLine = byte === NEWLINE || byte === RETURN;
      if (!endsLine && byte !== BLANK && byte !== TAB && byte !== HASH) {
        this.#length++;
        if (this.#length <= LONGEST_WORD) this.#word += String.fromCharCode(byte);
        continue;
      }
      to = this.#endWord(kept, to);
      if (byte === HASH) this.#isSkipping = true;
      else kept[to] = byte;
      to++;
      if (endsLine) {
        this.#isSkipping = false;
        this.#isLineStart = true;
      }
    }
    return kept.subarray(0, to);
  }

  rest(): Buffer {
    const kept = Buffer.alloc(this.#length, BLANK);
    this.#endWord(kept, 0);
    return kept;
  }

  #endWord(kept: Buffer, at: number): number {
    const [length, mark] = [this.#length, this.#word.startsWith(BYTE_ORDER) ? BYTE_ORDER.length : 0];
    const word = this.#word.slice(mark);
    this.#word = '';
    this.#length = 0;
    if (length === 0) return at;
    const lower = word.toLowerCase();
    // In a file that is a single line, the data continues after the name.
    if (this.#isStl && lower === 'facet') this.#isSkipping = false;
    const isKept = length <= LONGEST_WORD && (NUMBER.test(word) || this.#words.has(lower));
    if (this.#isLineStart && !isKept) this.#isSkipping = true;
    this.#isLineStart = false;
    if (isKept && !this.#isSkipping) kept.write(word, at + mark, 'latin1');
    if (this.#isStl && (lower === 'solid' || lower === 'endsolid')) this.#isSkipping = true;
    return at + length;
  }
}

const END_OF_HEADER = /(?:^|[\r\n])[ \t]*end_header[ \t]*(?:\r\n|\n|\r|$)/;
/** Header lines that describe the body, and the keywords of those that contain free text. */
const BODY_LINE = /^[ \t]*(?:ply|format|element|property|end_header)\b/;
const WORDS_LINE = /^[ \t]*(?:comment|obj_info)\b/i;

/** A PLY with blank comments; an ASCII body is reduced to numbers. */
async function* cleanPly(bytes: Bytes): AsyncGenerator<Buffer> {
  let head: Buffer | null = Buffer.alloc(0);
  let body: TextCleaner | null = null;
  for await (const piece of bytes) {
    if (head === null) {
      yield body ? body.take(piece) : Buffer.from(piece);
      continue;
    }
    head = Buffer.concat([head, piece]);
    const text = head.toString('latin1', 0, LONGEST_HEADER);
    const end = END_OF_HEADER.exec(text);
    // A chunk may end exactly at the last line of the header.
    if (!end || (end.index + end[0].length === text.length && head.length < LONGEST_HEADER)) {
      if (head.length < LONGEST_HEADER) continue;
      if (!end) throw new UnreadableHeader();
    }
    const bodyAt = end.index + end[0].length;
    if (/^\s*format\s+ascii/im.test(text.slice(0, bodyAt))) body = new TextCleaner(NO_WORDS);
    yield blankedHeader(text.slice(0, bodyAt));
    const rest = Buffer.from(head.subarray(bodyAt));
    head = null;
    yield body ? body.take(rest) : rest;
  }
  if (head) yield blankedHeader(head.toString('latin1'));
  if (body) yield body.rest();
}

const blankedHeader = (text: string): Buffer =>
  Buffer.from(
    text.replace(/[^\r\n]+/g, (line) =>
      BODY_LINE.test(line) ? line : (WORDS_LINE.exec(line)?.[0] ?? '').padEnd(line.length),
    ),
    'latin1',
  );
