import type { CaseFile, FileVersion } from '@cusp/contract/cases';
import { isPreviewPicture, PREVIEW_NAME } from '@cusp/contract/file-types';
import { listFiles, uploadFile } from '@cusp/contract/files.routes';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../client/call.ts';
import { refreshAfter } from '../../client/live/refresh-after.ts';
import { drawScans, hasScene, type ViewerFile } from '../viewer/viewer.offers.tsx';
import { fetchFileBytes, fetchLightCopy } from './fetch-file.ts';

/** By then the light copies of scans that have just come are made, as a rule. */
const AFTER_MS = 4000;
/** Drawing for nobody's eyes is given up after so long. */
const LONGEST_MS = 120_000;

type Listed = Pick<CaseFile, 'filename' | 'uploader'>;

const version = ({ updated_date, light_failure, ...file }: FileVersion) => ({
  ...file,
  updatedAt: updated_date,
  failure: light_failure,
});

/** A file, and its earlier versions, as the viewer needs to know them. */
export const viewerFile = ({ earlier, ...file }: CaseFile): ViewerFile => ({
  ...version(file),
  earlier: earlier.map(version),
});

/** Whether this person's scans are without a picture, which their browser can make. */
export const wantsPreview = (files: readonly Listed[]): boolean =>
  hasScene(files.filter(({ uploader }) => uploader)) &&
  !files.some(({ filename }) => isPreviewPicture(filename));

/** Keeps a picture of the scans as the preview of a case that has none; where there is one, that one stays. */
export async function keepPreview(queries: QueryClient, caseId: number, picture: Blob): Promise<void> {
  const body = new FormData();
  body.append('file', new File([picture], PREVIEW_NAME, { type: 'image/png' }));
  await call(uploadFile, { params: { id: caseId }, query: { preview: '1' }, body }, { isOwnAccord: true });
  refreshAfter(queries, uploadFile);
}

/**
 * Makes the picture of the scans of a case that has been sent, while its sender goes on. It is missed by nobody:
 * what goes wrong is only noted, and opening the scans makes it later.
 */
export async function makePreview(queries: QueryClient, caseId: number): Promise<void> {
  try {
    const { files } = await call(listFiles, { params: { id: caseId } });
    if (!wantsPreview(files)) return;
    await new Promise((resolve) => setTimeout(resolve, AFTER_MS));
    const source = { fetchLightCopy, fetchFile: fetchFileBytes };
    const picture = await drawScans(files.map(viewerFile), source, AbortSignal.timeout(LONGEST_MS));
    if (picture) await keepPreview(queries, caseId, picture);
  } catch (error) {
    console.warn('no preview made', error);
  }
}
