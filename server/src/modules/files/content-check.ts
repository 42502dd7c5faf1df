import { MAX_MATERIAL_BYTES } from '@cusp/contract/file-types';
import { READABLE_EXTENSIONS } from '@cusp/mesh/file-extensions';
import { isMaterialText } from '@cusp/mesh/parse-mtl';
import { sniffedBytes, sniffMesh } from '@cusp/mesh/sniff-mesh';
import { imageType } from './image-content.ts';
import { isCompressedSvg, isSvg, isXml, looksLikePage } from './markup-content.ts';

/** Bytes from the beginning of a file that the check needs; for material files all of them. */
export const headBytes = (extension: string): number =>
  extension === 'mtl' ? MAX_MATERIAL_BYTES : sniffedBytes;

/** Point clouds are not meshes: margin lines are sent as such. */
const MESH_TYPES: Readonly<Record<string, string>> = {
  stl: 'model/stl',
  ply: 'model/ply',
  obj: 'model/obj',
  xyz: 'text/plain',
};

/** Accepted for people who have the program that opens them; the viewer shows what they are. */
const UNSHOWN_TYPES: Readonly<Record<string, string>> = { hps: 'model/x-hps', dicom: 'application/dicom' };

/** Meshes and material files are checked when complete, everything else as soon as its head has arrived. */
export const needsSize = (extension: string): boolean => extension === 'mtl' || isMesh(extension);

const isMesh = (extension: string): boolean => (READABLE_EXTENSIONS as readonly string[]).includes(extension);

type Check = (head: Buffer, size: number) => string | null;

const when =
  (type: string, is: (head: Buffer) => boolean): Check =>
  (head) =>
    is(head) ? type : null;

const isPoints: Check = (head, size) =>
  !looksLikePage(head) && sniffMesh(head, size, 'xyz').content === 'xyz' ? 'text/plain' : null;

/** Formats whose extension determines the content. */
const BY_NAME: Readonly<Record<string, Check>> = {
  // A scanner's project, whose format is not public.
  qcproject: when('application/octet-stream', (head) => !looksLikePage(head) && !isProgram(head)),
  svg: when('image/svg+xml', isSvg),
  svgz: when('image/svg+xml', isCompressedSvg),
  xml: when('application/xml', isXml),
  // exocad orders and designs, which are XML.
  dentalproject: when('application/xml', isXml),
  constructioninfo: when('application/xml', isXml),
  xorder: packedType,
  '3oxz': packedType,
  zip: when('application/zip', isZip),
  pdf: when('application/pdf', (head) => isPdf(head)),
  dcm: (head, size) => UNSHOWN_TYPES[sniffMesh(head, size, 'dcm').content] ?? null,
  mtl: when('text/plain', isMaterialText),
  pts: isPoints,
  txt: when('text/plain', isPlainText),
  csv: when('text/csv', isPlainText),
};

/**
 * The media type of a file by its content; null if it does not match the extension.
 * Formats of one family are interchangeable: a JPEG named `.png`, a PLY named `.stl`.
 */
export function contentType(extension: string, head: Buffer, size: number): string | null {
  const named = BY_NAME[extension];
  if (named) return named(head, size);
  if (isMesh(extension)) return looksLikePage(head) ? null : meshType(head, size, extension);
  return imageType(head, extension);
}

/** Readers accept the signature anywhere in the first 1024 bytes; writers put blanks or a byte order mark before it. */
const isPdf = (head: Buffer): boolean => /^[^<]*%PDF-\d/.test(head.toString('latin1', 0, 1024));

const meshType = (head: Buffer, size: number, extension: string): string | null =>
  MESH_TYPES[sniffMesh(head, size, extension).content] ?? null;

const starts = (head: Buffer, mark: string): boolean => head.toString('latin1', 0, mark.length) === mark;

/** APPNOTE.TXT 6.3.10, 4.3.7: a local header with a name and a known version; or the end of an empty zip (4.3.16). */
function isZip(head: Buffer): boolean {
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
function isPlainText(head: Buffer): boolean {
  if (head.length === 0 || looksLikePage(head) || isProgram(head)) return false;
  if (hasMark(head)) return true;
  return head.every((byte) => byte >= 32 || byte === 9 || byte === 10 || byte === 12 || byte === 13);
}

/**
 * Content check for formats without public description: a zip, XML, or unknown bytes that are not HTML, a program or
 * plain text.
 */
function packedType(head: Buffer): string | null {
  if (isZip(head)) return 'application/zip';
  if (isXml(head)) return 'application/xml';
  const isForeign = looksLikePage(head) || isProgram(head) || isPlainText(head) || starts(head, '%PDF');
  return isForeign ? null : 'application/octet-stream';
}
