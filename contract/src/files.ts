import { scanRoles } from '@cusp/mesh/scan-roles';
import { scanUnits } from '@cusp/mesh/scan-units';
import * as z from 'zod';
import { CaseFile, FileScan } from './cases.ts';
import { endpoint } from './endpoint.ts';
import * as routes from './files.routes.ts';
import { Done, Id, IdB64, line } from './wire.ts';

export const listFiles = endpoint(routes.listFiles, {
  summary: 'Files of a case or of one’s own draft',
  params: z.object({ id: Id }),
  reply: z.object({ files: z.array(CaseFile) }),
});

export const uploadFile = endpoint(routes.uploadFile, {
  summary: 'Add one file (multipart field `file`) to a case or one’s own draft',
  params: z.object({ id: Id }),
  /**
   * `preview=1`: a PNG of the sender's own scans that the browser made automatically. It is stored as Preview3D.png
   * without notifications; if the case already has one, that one is returned.
   */
  query: z.object({ preview: z.enum(['1']).optional() }),
  encoding: 'multipart',
  isUpload: true,
  reply: CaseFile,
  perMinute: 600,
});

export const uploadDone = endpoint(routes.uploadDone, {
  summary: 'Report that all files of an upload are complete; notifies the other side once',
  params: z.object({ id: Id }),
  reply: Done,
});

export const fileUrls = endpoint(routes.fileUrls, {
  summary: 'Addresses of files by id; ids that one may not see are left out',
  query: z.object({ ids: z.string().max(4000) }),
  reply: z.record(z.string(), z.string()),
});

export const downloadFile = endpoint(routes.downloadFile, {
  summary: 'The bytes of a file as uploaded; pictures of the other side without their metadata',
  params: z.object({ id: Id }),
  /** `inline=1` shows pictures and PDFs in the page, without metadata; everything else is saved. */
  query: z.object({ inline: z.enum(['1']).optional() }),
  perMinute: 1200,
});

export const removeFile = endpoint(routes.removeFile, {
  summary: 'Delete an own file while the case is not closed',
  params: z.object({ id: Id }),
  reply: Done,
});

export const setScan = endpoint(routes.setScan, {
  summary: 'Choose what a scan shows, for all versions of its name; `null` restores the guess',
  params: z.object({ id: Id }),
  body: z.object({
    scan: z
      .object({
        role: z.enum(scanRoles),
        jaw: z.enum(['upper', 'lower']).nullable(),
        /** FDI number, for scans of a single tooth. */
        tooth: z.number().int().min(11).max(85).nullable(),
      })
      .nullable(),
  }),
  reply: z.object({ scan: FileScan }),
});

export const setUnit = endpoint(routes.setUnit, {
  summary: 'Choose the unit of a scan, for this version only; `null` removes the choice',
  params: z.object({ id: Id }),
  body: z.object({ unit: z.enum(scanUnits).nullable() }),
  reply: z.object({ scan: FileScan }),
});

export const setMetadata = endpoint(routes.setMetadata, {
  summary: 'Choose whether others get one’s own picture with its location and device; links never do',
  params: z.object({ id: Id }),
  body: z.object({ keep: z.boolean() }),
  reply: Done,
});

export const prepareDownloadAll = endpoint(routes.prepareDownloadAll, {
  withoutAgreement: true,
  summary: 'First step of Download All: creates the address of a zip that can be fetched once',
  params: z.object({ id: Id }),
  reply: z.object({ filename: z.string() }),
});

export const downloadAll = endpoint(routes.downloadAll, {
  summary: 'Second step of Download All: all files of the case as one streamed zip',
  params: z.object({ id: Id, idb64: IdB64 }),
  query: z.object({ filename: line(200) }),
});
