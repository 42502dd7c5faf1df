import { isXml, looksLikePage } from './markup-content.ts';

const starts = (head: Buffer, mark: string): boolean => head.toString('latin1', 0, mark.length) === mark;

/** APPNOTE.TXT 6.3.10, 4.3.7: a local header with a name and a known version; or the end of an empty zip (4.3.16). */
export function isZip(head: Buffer): boolean {
  if (starts(head, 'PK\x05\x06')) return head.length === 22;
  if (!starts(head, 'PK\x03\x04') || head.length < 30) return false;
  return head.readUInt16LE(26) > 0 && (head[4] ?? 0) <= 63;
}

/** Executables of Windows, Linux and macOS, Java classes and scripts. */
const isProgram = (head: Buffer): boolean =>
  ['MZ', '\x7fELF', '#!', '\xfe\xed\xfa', '\xcf\xfa\xed\xfe', '\xce\xfa\xed\xfe', '\xca\xfe\xba\xbe'].some(
    (mark) => starts(head, mark),
  );

const hasMark = (head: Buffer): boolean => starts(head, '\xff\xfe') || starts(head, '\xfe\xff');

/** Plain text: no control characters except tabs and line ends, and no HTML. */
export function isPlainText(head: Buffer): boolean {
  if (head.length === 0 || looksLikePage(head) || isProgram(head)) return false;
  if (hasMark(head)) return true;
  return head.every((byte) => byte >= 32 || byte === 9 || byte === 10 || byte === 12 || byte === 13);
}

/**
 * Content check for formats without public description: a zip, XML, or unknown bytes that are no HTML, no program and
 * no plain text.
 */
export function packedType(head: Buffer): string | null {
  if (isZip(head)) return 'application/zip';
  if (isXml(head)) return 'application/xml';
  const isForeign = looksLikePage(head) || isProgram(head) || isPlainText(head) || starts(head, '%PDF');
  return isForeign ? null : 'application/octet-stream';
}
