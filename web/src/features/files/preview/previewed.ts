import type { CaseFile, FileVersion } from '@cusp/contract/cases';
import { downloadFile } from '@cusp/contract/files.routes';
import { urlOf } from '../../../client/call.ts';
import { isPdf, isPreviewable } from '../file-kinds.ts';

/** What scrolls is reached by the keyboard, and says what it is. */
export const reached = (name: string) => ({ tabIndex: 0, role: 'region', 'aria-label': name }) as const;

/** Something that is shown in the page. */
export interface Previewed {
  key: string;
  name: string;
  kind: 'pdf' | 'picture';
  /** Address of the bytes for showing. */
  url: string;
  /** Address that a window of its own can open; without it the bytes stay in the page. */
  tabUrl?: string;
  /** Address of the bytes for saving; without it they may not be saved. */
  saveUrl?: string;
  /** Saves the bytes where no address of them lasts. */
  onSave?: () => void;
}

export function previewOf(file: FileVersion): Previewed {
  const url = urlOf(downloadFile, { params: { id: file.id }, query: { inline: '1' } });
  return { ...shownAs(file), url, tabUrl: url, saveUrl: file.url };
}

/** What is shown of a file, wherever its bytes come from. */
export const shownAs = (file: { id: number; filename: string }): Omit<Previewed, 'url'> => ({
  key: String(file.id),
  name: file.filename,
  kind: isPdf(file.filename) ? 'pdf' : 'picture',
});

/** What can be shown of some files, in their order. */
export const previewsOf = (files: readonly CaseFile[]): Previewed[] =>
  files.filter(({ filename }) => isPreviewable(filename)).map(previewOf);
