import type { CaseFile, FileVersion } from '@cusp/contract/cases';
import { downloadFile } from '@cusp/contract/files.routes';
import { urlOf } from '../../../client/call.ts';
import { isPdf, isPreviewable } from '../file-kinds.ts';

/** Props that make a scrolling element reachable by keyboard, with a name. */
export const focusableRegion = (name: string) =>
  ({ tabIndex: 0, role: 'region', 'aria-label': name }) as const;

/** A file previewed in the page. */
export interface Previewed {
  key: string;
  name: string;
  kind: 'pdf' | 'picture';
  /** URL of the bytes for viewing. */
  url: string;
  /** URL to open in a new tab; missing if the bytes must stay in the page. */
  tabUrl?: string;
  /** URL for downloading; missing if that is not allowed. */
  saveUrl?: string;
  /** Downloads the bytes if there is no lasting URL. */
  onSave?: () => void;
}

export function previewOf(file: FileVersion): Previewed {
  const url = urlOf(downloadFile, { params: { id: file.id }, query: { inline: '1' } });
  return { ...shownAs(file), url, tabUrl: url, saveUrl: file.url };
}

/** A previewed file, and whether it was the newest version when it was opened. */
export interface ShownFile {
  file: Previewed;
  wasNewest: boolean;
}

/** Whether a file was replaced or removed while it is shown. */
export const isOutdated = ({ file, wasNewest }: ShownFile, files: readonly CaseFile[]): boolean => {
  const listed = wasNewest ? files : files.flatMap(({ earlier }) => earlier);
  return !listed.some(({ id }) => String(id) === file.key);
};

/** The preview of a file from any source. */
export const shownAs = (file: { id: number; filename: string }): Omit<Previewed, 'url'> => ({
  key: String(file.id),
  name: file.filename,
  kind: isPdf(file.filename) ? 'pdf' : 'picture',
});

/** The previews of the files that have one, in their order. */
export const previewsOf = (files: readonly CaseFile[]): Previewed[] =>
  files.filter(({ filename }) => isPreviewable(filename)).map(previewOf);
