import type { OpenUpload } from '@cusp/contract/uploads';
import type { UploadItem } from './upload-queue.ts';

type Chosen = Pick<File, 'name' | 'size' | 'lastModified'>;

const isNamed = ({ filename, size }: OpenUpload, file: Chosen): boolean =>
  filename === file.name.normalize('NFC') && size === file.size;

/** Uploads of which something came and that this page does not send just now. One file begun twice is told once. */
export function left(open: readonly OpenUpload[], items: readonly Pick<UploadItem, 'file'>[]): OpenUpload[] {
  const begun = open.filter(
    (upload) => upload.offset > 0 && !items.some(({ file }) => isNamed(upload, file)),
  );
  return begun.filter(
    ({ filename, size }, at) =>
      begun.findIndex((other) => other.filename === filename && other.size === size) === at,
  );
}

/** Whether a chosen file is the one that an upload was begun with: it goes on, begins anew, or is another one. */
export function isStill(upload: OpenUpload, file: Chosen): 'same' | 'changed' | 'other' {
  if (!isNamed(upload, file)) return 'other';
  return upload.modified === file.lastModified ? 'same' : 'changed';
}
