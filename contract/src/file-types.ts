import { SCAN_EXTENSIONS } from '@cusp/mesh/file-extensions';

export const MAX_FILE_BYTES = 209_715_200;

/** Material files are a few lines of text. */
export const MAX_MATERIAL_BYTES = 1024 * 1024;

export const FILE_EXTENSIONS = [
  'tiff',
  'pjp',
  'jfif',
  'bmp',
  'gif',
  'svg',
  'png',
  'xbm',
  'dib',
  'jxl',
  'jpeg',
  'svgz',
  'jpg',
  'webp',
  'ico',
  'tif',
  'pjpeg',
  'avif',
  'pdf',
  'xml',
  'obj',
  'ply',
  'stl',
  'qcproject',
  'xyz',
  'dcm',
  'mtl',
  'heic',
  'heif',
  'zip',
  'dentalproject',
  'constructioninfo',
  'xorder',
  '3oxz',
  'pts',
  'txt',
  'csv',
] as const;

/**
 * File types that members of a locked device's own side may not download: all that can carry a scan, including points
 * and archives.
 */
export const EXPORT_BLOCKED_EXTENSIONS = [...SCAN_EXTENSIONS, 'xyz', 'pts', 'zip', 'qcproject'] as const;

/** Types that the page can show, HEIC pictures as JPEG; everything else is download only. */
export const PREVIEW_EXTENSIONS = [
  'png',
  'jpg',
  'jpeg',
  'jfif',
  'pjpeg',
  'pjp',
  'webp',
  'avif',
  'pdf',
  'heic',
  'heif',
] as const;

/** Pictures that the page does not show, because not every browser draws them or they may run scripts. */
export const DOWNLOADED_PICTURES = [
  'jxl',
  'tiff',
  'tif',
  'bmp',
  'dib',
  'gif',
  'ico',
  'xbm',
  'svg',
  'svgz',
] as const;

export const MAX_FILENAME = 255;

/** The picture of a case's scans that is shown until the user opens the 3D view. */
export const PREVIEW_NAME = 'Preview3D.png';

/** Maximum size of a preview made by a browser. */
export const MAX_PREVIEW_BYTES = 4 * 1024 * 1024;

export const isPreviewPicture = (filename: string): boolean =>
  filename.toLowerCase() === PREVIEW_NAME.toLowerCase();

/** Maximum size of a file with this extension, in bytes. */
export const maxBytesOf = (extension: string): number =>
  extension === 'mtl' ? MAX_MATERIAL_BYTES : MAX_FILE_BYTES;
