import { SCAN_EXTENSIONS } from '@cusp/mesh/file-extensions';
import { scanRoles } from '@cusp/mesh/scan-roles';
import { scanUnits } from '@cusp/mesh/scan-units';
import * as z from 'zod';
import { CaseFile, FileScan } from './cases.ts';
import { endpoint } from './endpoint.ts';
import { Done, Id, IdB64, line } from './wire.ts';

export const FILE_MAX_BYTES = 209_715_200;

/** Material files are some lines of text. */
export const MATERIAL_MAX_BYTES = 1024 * 1024;

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

/** What a locked export-managed device's own side may not download: all that can carry a scan, as points and packed ones included. */
export const EXPORT_BLOCKED_EXTENSIONS = [...SCAN_EXTENSIONS, 'xyz', 'pts', 'zip', 'qcproject'] as const;

/** Types shown in the page, HEIC pictures as a JPEG; everything else is download only. */
export const PREVIEW_EXTENSIONS = ['png', 'jpg', 'pdf', 'heic', 'heif'] as const;

export const FILENAME_MAX = 255;

/** The picture of a case's scans that stands for them until somebody opens 3D. */
export const PREVIEW_NAME = 'Preview3D.png';

/** Most bytes of one that a browser makes. */
export const PREVIEW_MAX_BYTES = 4 * 1024 * 1024;

export const isPreviewPicture = (filename: string): boolean =>
  filename.toLowerCase() === PREVIEW_NAME.toLowerCase();

/** Most bytes that a file of this extension may have. */
export const mostBytesOf = (extension: string): number =>
  extension === 'mtl' ? MATERIAL_MAX_BYTES : FILE_MAX_BYTES;

export const listFiles = endpoint({
  method: 'GET',
  path: '/v1/cases/:id/files/',
  access: 'user',
  summary: 'Files of a case or of an own draft',
  params: z.object({ id: Id }),
  reply: z.object({ files: z.array(CaseFile) }),
});

export const uploadFile = endpoint({
  method: 'POST',
  path: '/v1/cases/:id/file/',
  access: 'user',
  summary: 'Add one file (multipart field `file`) to a case or an own draft',
  params: z.object({ id: Id }),
  /**
   * `preview=1`: a picture of the sender's own scans that a browser made by itself, a PNG. It is kept as Preview3D.png
   * where the case has none, is told to nobody as somebody's act, and where there is one already that one is the reply.
   */
  query: z.object({ preview: z.enum(['1']).optional() }),
  encoding: 'multipart',
  isUpload: true,
  emits: ['preview_made'],
  reply: CaseFile,
  perMinute: 600,
});

export const uploadDone = endpoint({
  method: 'PUT',
  path: '/v1/cases/:id/files/upload-done/',
  access: 'user',
  summary: 'All files of this go are up: tells the other side once',
  params: z.object({ id: Id }),
  emits: ['files_uploaded', 'post_uploaded'],
  reply: Done,
});

export const fileUrls = endpoint({
  method: 'GET',
  path: '/v1/files/uri/',
  access: 'user',
  summary: 'Addresses of files by id; ids one may not see are left out',
  query: z.object({ ids: z.string().max(4000) }),
  reply: z.record(z.string(), z.string()),
});

export const downloadFile = endpoint({
  method: 'GET',
  path: '/v1/files/:id/download/',
  access: 'cookie',
  summary: 'The bytes of a file as they were uploaded; pictures of the other side without their metadata',
  params: z.object({ id: Id }),
  /** `inline=1` shows pictures and pdf in the page, without metadata; everything else is saved. */
  query: z.object({ inline: z.enum(['1']).optional() }),
  reply: 'bytes',
  perMinute: 1200,
});

export const removeFile = endpoint({
  method: 'DELETE',
  path: '/v1/files/:id/remove/',
  access: 'user',
  summary: 'Delete an own file while the case is not closed',
  params: z.object({ id: Id }),
  emits: ['file_deleted'],
  reply: Done,
});

export const setScan = endpoint({
  method: 'PUT',
  path: '/v1/files/:id/scan/',
  access: 'user',
  summary: 'Say what a scan shows, for all versions of its name; `null` goes back to the guess',
  params: z.object({ id: Id }),
  body: z.object({
    scan: z
      .object({
        role: z.enum(scanRoles),
        jaw: z.enum(['upper', 'lower']).nullable(),
        /** FDI number, of what belongs to one tooth. */
        tooth: z.number().int().nullable(),
      })
      .nullable(),
  }),
  emits: ['file_classified'],
  reply: z.object({ scan: FileScan }),
});

export const setUnit = endpoint({
  method: 'PUT',
  path: '/v1/files/:id/unit/',
  access: 'user',
  summary: 'Say what the numbers of a scan are, for this version only; `null` takes it back',
  params: z.object({ id: Id }),
  body: z.object({ unit: z.enum(scanUnits).nullable() }),
  emits: ['file_unit_set'],
  reply: z.object({ scan: FileScan }),
});

export const setMetadata = endpoint({
  method: 'PUT',
  path: '/v1/files/:id/metadata/',
  access: 'user',
  summary: 'Say whether others get an own picture with the place and device in it; links never do',
  params: z.object({ id: Id }),
  body: z.object({ keep: z.boolean() }),
  emits: ['file_metadata_set'],
  reply: Done,
});

export const prepareDownloadAll = endpoint({
  method: 'POST',
  path: '/v1/cases/:id/files/download/',
  access: 'user',
  summary: 'First step of Download All: names the zip that the browser may fetch once',
  params: z.object({ id: Id }),
  reply: z.object({ filename: z.string() }),
});

export const downloadAll = endpoint({
  method: 'GET',
  path: '/v1/cases/:id/files/download/:idb64/',
  access: 'cookie',
  summary: 'Second step of Download All: every file of the case as one streamed zip',
  params: z.object({ id: Id, idb64: IdB64 }),
  query: z.object({ filename: line(200) }),
  reply: 'bytes',
});
