import { MATERIAL_MAX_BYTES } from '@cusp/contract/files';
import { isMaterialText } from '@cusp/contract/mesh/parse-mtl';
import { meshExtensions, sniffedBytes, sniffMesh } from '@cusp/contract/mesh/sniff-mesh';
import { imageType } from './image-content.ts';
import { isCompressedSvg, isSvg, isXml, looksLikePage } from './markup-content.ts';

/** Bytes from the beginning of a file that the check wants to see; of a material file all of them. */
export const headBytes = (extension: string): number =>
  extension === 'mtl' ? MATERIAL_MAX_BYTES : sniffedBytes;

/** Points are no mesh: margin lines travel as them. */
const MESH_TYPES: Readonly<Record<string, string>> = {
  stl: 'model/stl',
  ply: 'model/ply',
  obj: 'model/obj',
  xyz: 'text/plain',
};

/** Kept for whoever has the program that opens them; the viewer names what they are. */
const UNSHOWN_TYPES: Readonly<Record<string, string>> = { hps: 'model/x-hps', dicom: 'application/dicom' };

/** Meshes and material files are judged when all has come; everything else as soon as its head is there. */
export const needsSize = (extension: string): boolean => extension === 'mtl' || isMesh(extension);

const isMesh = (extension: string): boolean => (meshExtensions as readonly string[]).includes(extension);

/**
 * What a file is by its content, as a media type; null when that is not what its extension promises.
 * The kinds of a family may stand in for each other: a JPEG named `.png`, a PLY named `.stl`.
 */
export function contentType(extension: string, head: Buffer, size: number): string | null {
  if (extension === 'qcproject') return 'application/octet-stream';
  if (extension === 'svg') return isSvg(head) ? 'image/svg+xml' : null;
  if (extension === 'svgz') return isCompressedSvg(head) ? 'image/svg+xml' : null;
  if (extension === 'xml') return isXml(head) ? 'application/xml' : null;
  if (extension === 'pdf') return isPdf(head) ? 'application/pdf' : null;
  if (extension === 'dcm') return UNSHOWN_TYPES[sniffMesh(head, size, extension).content] ?? null;
  if (extension === 'mtl') return isMaterialText(head) ? 'text/plain' : null;
  if (isMesh(extension)) return looksLikePage(head) ? null : meshType(head, size, extension);
  return imageType(head, extension);
}

/** Readers accept the mark anywhere in the first 1024 bytes; writers leave blanks or a mark of order before it. */
const isPdf = (head: Buffer): boolean => /^[^<]*%PDF-\d/.test(head.toString('latin1', 0, 1024));

const meshType = (head: Buffer, size: number, extension: string): string | null =>
  MESH_TYPES[sniffMesh(head, size, extension).content] ?? null;
