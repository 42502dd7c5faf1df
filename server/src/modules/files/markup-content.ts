import { constants, gunzipSync } from 'node:zlib';

const COMPRESSED_LOOK = 4096;
const MAX_INFLATED = 8 * 1024 * 1024;

/** Whether bytes are a single XML document that is safe for readers: no DTD, no HTML. */
export function isXml(head: Buffer): boolean {
  const root = rootOf(withoutProlog(decoded(head)));
  return root !== null && root.toLowerCase() !== 'html';
}

/** The doctype that drawing programs write into SVG; it declares nothing. */
const SVG_TYPE =
  /^<!DOCTYPE\s+svg(\s+PUBLIC\s+"-\/\/W3C\/\/DTD SVG [^"<>[\]]{1,100}"\s+"[^"<>[\]]{1,200}")?\s*>/i;

export function isSvg(head: Buffer): boolean {
  const text = withoutProlog(decoded(head));
  const type = SVG_TYPE.exec(text ?? '')?.[0] ?? '';
  return rootOf(withoutProlog(text?.slice(type.length) ?? '')) === 'svg';
}

export function isCompressedSvg(head: Buffer): boolean {
  try {
    const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MAX_INFLATED };
    return isSvg(gunzipSync(head.subarray(0, COMPRESSED_LOOK), options));
  } catch {
    return false;
  }
}

/** Enough to see how most files begin; decoding the whole head of a scan takes milliseconds. */
const BEGINNING_BYTES = 64;

/** Whether a content-sniffing browser would treat the bytes as HTML. */
export function looksLikePage(head: Buffer): boolean {
  const beginning = decoded(head.subarray(0, BEGINNING_BYTES)).trimStart();
  // A replacement character may be one that was cut.
  if (/^[^<\ufffd]/.test(beginning)) return false;
  return /^<(!doctype\s+html|html|head|body|script|iframe|style|title|table|div|a|h1|p|br)[\s>/]/i.test(
    withoutProlog(decoded(head)) ?? '',
  );
}

/** Local name of the root element; null if a doctype or text comes before it. */
function rootOf(text: string | null): string | null {
  const root = /^<(?:[\w.-]{1,100}:)?([\p{L}_][\p{L}\p{N}_.-]{0,100})[\s>/]/u;
  return root.exec(text ?? '')?.[1] ?? null;
}

/** The text after declarations, instructions and comments; null if one of them is not closed. */
function withoutProlog(whole: string): string | null {
  let text = whole.trimStart();
  for (;;) {
    const ending = text.startsWith('<?') ? '?>' : text.startsWith('<!--') ? '-->' : null;
    if (!ending) return text;
    const at = text.indexOf(ending, 2);
    if (at < 0) return null;
    text = text.slice(at + ending.length).trimStart();
  }
}

function decoded(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return head.toString('utf16le', 2);
  if (head[0] === 0xfe && head[1] === 0xff)
    return Buffer.from(head.subarray(2, head.length - (head.length % 2)))
      .swap16()
      .toString('utf16le');
  return head.toString('utf8').replace(/^\ufeff/, '');
}
