import { isXml, looksLikePage } from './markup-content.ts';

const starts = (head: Buffer, mark: string): boolean => head.toString('latin1', 0, mark.length) === mark;

/** APPNOTE.TXT 6.3.10, 4.3.7: a local header with a name and a version that exists; or the end of an empty zip (4.3.16). */
export function isZip(head: Buffer): boolean {
  if (starts(head, 'PK\x05\x06')) return head.length === 22;
  if (!starts(head, 'PK\x03\x04') || head.length < 30) return false;
  return head.readUInt16LE(26) > 0 && (head[4] ?? 0) <= 63;
}

/** Windows, Linux, macOS, Java and scripts. */
const isProgram = (head: Buffer): boolean =>
  ['MZ', '\x7fELF', '#!', '\xfe\xed\xfa', '\xcf\xfa\xed\xfe', '\xce\xfa\xed\xfe', '\xca\xfe\xba\xbe'].some(
    (mark) => starts(head, mark),
  );

const hasMark = (head: Buffer): boolean => starts(head, '\xff\xfe') || starts(head, '\xfe\xff');

/** Letters, tabs and ends of lines: no byte that texts do not have, and no page. */
export function isPlainText(head: Buffer): boolean {
  if (head.length === 0 || looksLikePage(head) || isProgram(head)) return false;
  if (hasMark(head)) return true;
  return head.every((byte) => byte >= 32 || byte === 9 || byte === 10 || byte === 12 || byte === 13);
}

/**
 * What a file of a format without a public description is: a zip, XML, or bytes of nobody's knowledge that are at least
 * no page, no program and no plain text.
 */
export function packedType(head: Buffer): string | null {
  if (isZip(head)) return 'application/zip';
  if (isXml(head)) return 'application/xml';
  const isForeign = looksLikePage(head) || isProgram(head) || isPlainText(head) || starts(head, '%PDF');
  return isForeign ? null : 'application/octet-stream';
}
