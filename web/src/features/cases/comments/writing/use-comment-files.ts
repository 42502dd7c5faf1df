import type { CaseDetail } from '@cusp/contract/cases';
import { type ClipboardEvent, type DragEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../../i18n/error-text.ts';
import { isQuotaExceeded, type Uploading } from '../../../files/files.offers.tsx';
import { nextPictureName } from '../pins-of-case.ts';
import { keepUnsent } from './unsent-comments.ts';

export interface CommentFiles {
  /** Name of the file that is being uploaded, null without one. */
  uploading: string | null;
  /** The file that did not arrive, and why. */
  lost: { name: string; reason: string } | null;
  /** The uploads of the case; undefined if the person cannot add any. */
  uploads: Uploading | undefined;
  /** Uploads files; the comment is about the first one. */
  take(files: readonly File[]): void;
  /** Whether files are being dragged over the field. */
  isDragged: boolean;
  /** Props with which the field of a comment takes files; empty if the person cannot add any. */
  handlers: {
    onPaste?(event: ClipboardEvent): void;
    onDragEnter?(event: DragEvent): void;
    onDragOver?(event: DragEvent): void;
    onDragLeave?(event: DragEvent): void;
    onDrop?(event: DragEvent): void;
  };
}

/**
 * Files dropped or pasted into a comment, or chosen for it: they are uploaded to the case, and the comment is about the
 * first one.
 *
 * @param uploads Undefined if the person cannot add files.
 */
export function useCommentFiles(
  { id, no, files }: Pick<CaseDetail, 'id' | 'no' | 'files'>,
  uploads: Uploading | undefined,
): CommentFiles {
  const { t } = useTranslation('files');
  const { t: errors } = useTranslation('errors');
  const [uploading, setUploading] = useState<string | null>(null);
  const [lost, setLost] = useState<CommentFiles['lost']>(null);
  const [isDragged, setDragged] = useState(false);
  /** Why a file is not in the case; null if the person canceled its upload. */
  const reasonOf = (file: File): string | null => {
    const { items, skipped } = uploads?.snapshot() ?? { items: [], skipped: [] };
    const reason = skipped.find(({ name }) => name === file.name)?.reason;
    if (reason) return t(`skip.${reason}`);
    const item = items.find((each) => each.file === file);
    if (item?.state === 'canceled') return null;
    if (item?.error === undefined) return '';
    return isQuotaExceeded(item.error) ? t('quotaExceeded') : errorText(errors, item.error);
  };
  const send = async ([first, ...others]: readonly File[]) => {
    if (!uploads || !first) return;
    if (uploading !== null) return uploads.add([first, ...others]);
    setLost(null);
    setUploading(first.name);
    const fileId = await uploads.send(first);
    setUploading(null);
    const reason = fileId === null ? reasonOf(first) : null;
    if (fileId !== null) keepUnsent(id, { fileId });
    else if (reason !== null) setLost({ name: first.name, reason });
    const isCanceled = fileId === null && reason === null;
    if (others.length > 0 && !isCanceled) uploads.add(others);
  };
  const take = (chosen: readonly File[]) => void send(chosen);
  if (!uploads) return { uploading: null, lost: null, uploads, take, isDragged, handlers: {} };
  return {
    uploading,
    lost,
    uploads,
    take,
    isDragged,
    handlers: {
      onPaste(event) {
        const pasted = [...event.clipboardData.files];
        // Programs that copy text also offer a picture of it.
        if (pasted.length === 0 || event.clipboardData.getData('text/plain') !== '') return;
        event.preventDefault();
        take(pasted.map((file) => named(file, nextPictureName(no, files))));
      },
      onDragEnter(event) {
        // The case around it takes files as well, and would show its drop zone over the field until the page is left.
        if (hasFiles(event)) event.stopPropagation();
      },
      onDragOver(event) {
        if (hasFiles(event)) setDragged(true);
      },
      onDragLeave({ currentTarget, relatedTarget }) {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setDragged(false);
      },
      onDrop(event) {
        setDragged(false);
        const dropped = [...event.dataTransfer.files];
        if (dropped.length === 0) return;
        event.preventDefault();
        event.stopPropagation();
        take(dropped);
      },
    },
  };
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => [...dataTransfer.types].includes('Files');

/** Every pasted picture has the same name, and with equal names they would be versions of one file. */
const named = (file: File, name: string): File =>
  file.name === 'image.png' ? new File([file], name, { type: file.type }) : file;
