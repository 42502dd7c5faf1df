import type { CaseFile, FileVersion } from '@cusp/contract/cases';
import { downloadFile } from '@cusp/contract/files';
import { urlOf } from '../../../client/call.ts';
import { isPdf, isPreviewable } from '../file-kinds.ts';

/** Something that is shown in the page. */
export interface Previewed {
  key: string;
  name: string;
  kind: 'pdf' | 'picture';
  /** Address of the bytes for showing. */
  url: string;
  /** Address of the bytes for saving. */
  saveUrl: string;
}

export const previewOf = (file: FileVersion): Previewed => ({
  key: String(file.id),
  name: file.filename,
  kind: isPdf(file.filename) ? 'pdf' : 'picture',
  url: urlOf(downloadFile, { params: { id: file.id }, query: { inline: '1' } }),
  saveUrl: file.url,
});

/** What can be shown of some files, in their order. */
export const previewsOf = (files: readonly CaseFile[]): Previewed[] =>
  files.filter(({ filename }) => isPreviewable(filename)).map(previewOf);
