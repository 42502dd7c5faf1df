import { scanRoles } from '@cusp/mesh/scan-roles';
import { scanUnits } from '@cusp/mesh/scan-units';
import * as z from 'zod';
import { CaseFile, FileScan } from './cases.ts';
import { endpoint } from './endpoint.ts';
import * as routes from './files.routes.ts';
import { Done, Id, IdB64, line } from './wire.ts';

export const listFiles = endpoint(routes.listFiles, {
  summary: 'Files of a case or of an own draft',
  params: z.object({ id: Id }),
  reply: z.object({ files: z.array(CaseFile) }),
});

export const uploadFile = endpoint(routes.uploadFile, {
  summary: 'Add one file (multipart field `file`) to a case or an own draft',
  params: z.object({ id: Id }),
  /**
   * `preview=1`: a picture of the sender's own scans that a browser made by itself, a PNG. It is kept as Preview3D.png
   * where the case has none, is told to nobody as somebody's act, and where there is one already that one is the reply.
   */
  query: z.object({ preview: z.enum(['1']).optional() }),
  encoding: 'multipart',
  isUpload: true,
  reply: CaseFile,
  perMinute: 600,
});

export const uploadDone = endpoint(routes.uploadDone, {
  summary: 'All files of this go are up: tells the other side once',
  params: z.object({ id: Id }),
  reply: Done,
});

export const fileUrls = endpoint(routes.fileUrls, {
  summary: 'Addresses of files by id; ids one may not see are left out',
  query: z.object({ ids: z.string().max(4000) }),
  reply: z.record(z.string(), z.string()),
});

export const downloadFile = endpoint(routes.downloadFile, {
  summary: 'The bytes of a file as they were uploaded; pictures of the other side without their metadata',
  params: z.object({ id: Id }),
  /** `inline=1` shows pictures and pdf in the page, without metadata; everything else is saved. */
  query: z.object({ inline: z.enum(['1']).optional() }),
  perMinute: 1200,
});

export const removeFile = endpoint(routes.removeFile, {
  summary: 'Delete an own file while the case is not closed',
  params: z.object({ id: Id }),
  reply: Done,
});

export const setScan = endpoint(routes.setScan, {
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
  reply: z.object({ scan: FileScan }),
});

export const setUnit = endpoint(routes.setUnit, {
  summary: 'Say what the numbers of a scan are, for this version only; `null` takes it back',
  params: z.object({ id: Id }),
  body: z.object({ unit: z.enum(scanUnits).nullable() }),
  reply: z.object({ scan: FileScan }),
});

export const setMetadata = endpoint(routes.setMetadata, {
  summary: 'Say whether others get an own picture with the place and device in it; links never do',
  params: z.object({ id: Id }),
  body: z.object({ keep: z.boolean() }),
  reply: Done,
});

export const prepareDownloadAll = endpoint(routes.prepareDownloadAll, {
  summary: 'First step of Download All: names the zip that the browser may fetch once',
  params: z.object({ id: Id }),
  reply: z.object({ filename: z.string() }),
});

export const downloadAll = endpoint(routes.downloadAll, {
  summary: 'Second step of Download All: every file of the case as one streamed zip',
  params: z.object({ id: Id, idb64: IdB64 }),
  query: z.object({ filename: line(200) }),
});
