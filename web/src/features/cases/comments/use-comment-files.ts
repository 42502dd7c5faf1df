import type { CaseDetail } from '@cusp/contract/cases';
import { type ClipboardEvent, type DragEvent, useState } from 'react';
import type { Uploading } from '../../files/files.offers.tsx';
import { nextPictureName } from './pins-of-case.ts';
import { keepUnsent } from './unsent-comments.ts';

export interface CommentFiles {
  /** Name of the file that is being uploaded, null while none is. */
  uploading: string | null;
  /** Name of the file that did not arrive. */
  lost: string | null;
  /** What the field of a comment needs to take files; empty if the person cannot add any. */
  handlers: {
    onPaste?(event: ClipboardEvent): void;
    onDrop?(event: DragEvent): void;
  };
}

/**
 * Files dropped or pasted into a comment: they are uploaded to the case, and the comment is about the first one.
 * `uploads` is undefined if the person cannot add files.
 */
export function useCommentFiles(
  { id, no, files }: Pick<CaseDetail, 'id' | 'no' | 'files'>,
  uploads: Uploading | undefined,
): CommentFiles {
  const [uploading, setUploading] = useState<string | null>(null);
  const [lost, setLost] = useState<string | null>(null);
  if (!uploads) return { uploading: null, lost: null, handlers: {} };
  const take = async ([first, ...others]: readonly File[]) => {
    if (!first || uploading !== null) return;
    setLost(null);
    setUploading(first.name);
    const fileId = await uploads.send(first);
    setUploading(null);
    if (fileId === null) return setLost(first.name);
    keepUnsent(id, { fileId });
    if (others.length > 0) uploads.add(others);
  };
  return {
    uploading,
    lost,
    handlers: {
      onPaste(event) {
        const pasted = [...event.clipboardData.files];
        // Programs that copy text also offer a picture of it.
        if (pasted.length === 0 || event.clipboardData.getData('text/plain') !== '') return;
        event.preventDefault();
        void take(pasted.map((file) => named(file, nextPictureName(no, files))));
      },
      onDrop(event) {
        const dropped = [...event.dataTransfer.files];
        if (dropped.length === 0) return;
        event.preventDefault();
        // The case around it takes files as well.
        event.stopPropagation();
        void take(dropped);
      },
    },
  };
}

/** Every pasted picture has the same name, and with equal names they would be versions of one file. */
const named = (file: File, name: string): File =>
  file.name === 'image.png' ? new File([file], name, { type: file.type }) : file;
