import type { CaseFile, FileVersion } from '@cusp/contract/cases';
import { isPreviewPicture, PREVIEW_NAME } from '@cusp/contract/file-types';
import { listFiles, uploadFile } from '@cusp/contract/files.routes';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../client/call.ts';
import { refreshAfter } from '../../client/live/refresh-after.ts';
import { drawScans, hasScene, type ViewerFile } from '../viewer/viewer.offers.tsx';
import { fetchFileBytes, fetchLightCopy } from './fetch-file.ts';

/** By then the light copies of new scans are usually made. */
const AFTER_MS = 4000;
/** Gives up rendering after this time. */
const LONGEST_MS = 120_000;

type Listed = Pick<CaseFile, 'filename' | 'uploader'>;

const version = ({ updated_date, light_failure, ...file }: FileVersion) => ({
  ...file,
  updatedAt: updated_date,
  failure: light_failure,
});

/** A file with its earlier versions, in the form the viewer takes. */
export const viewerFile = ({ earlier, ...file }: CaseFile): ViewerFile => ({
  ...version(file),
  earlier: earlier.map(version),
});

/** Whether these scans have no preview yet that this person's browser could render. */
export const wantsPreview = (files: readonly Listed[]): boolean =>
  hasScene(files.filter(({ uploader }) => uploader)) &&
  !files.some(({ filename }) => isPreviewPicture(filename));

/** Uploads a picture of the scans as the preview of a case; an existing preview stays. */
export async function keepPreview(queries: QueryClient, caseId: number, picture: Blob): Promise<void> {
  const body = new FormData();
  body.append('file', new File([picture], PREVIEW_NAME, { type: 'image/png' }));
  await call(uploadFile, { params: { id: caseId }, query: { preview: '1' }, body }, { isOwnAccord: true });
  refreshAfter(queries, uploadFile);
}

/**
 * Renders and uploads the preview of a case that was just sent, in the background. Errors are only logged, because
 * opening the scans makes it later.
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
    console.warn('could not render the preview', error);
  }
}
