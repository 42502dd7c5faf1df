import type { CaseFile } from '@cusp/contract/cases';
import { uploadDone, uploadFile } from '@cusp/contract/files';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../client/api-error.ts';
import { call } from '../../client/call.ts';
import { upload } from '../../client/upload.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useInform } from '../../ui/dialogs/confirm-context.ts';
import { toastError } from '../../ui/toast.ts';
import { FailedUpload } from './FailedUpload.tsx';
import { staleFiles } from './stale-files.ts';
import { UploadQueue, type Uploads } from './upload-queue.ts';

export interface UseUploads extends Uploads {
  add(files: readonly File[]): void;
  retry(key: number): void;
  resume(): void;
  cancel(): void;
  clear(): void;
}

interface Options {
  /** The case or own draft that the files go to. */
  caseId: number;
  /** All files of this go have arrived and the other side knows. */
  onDone?(files: CaseFile[]): void;
}

/** A closed page breaks the upload off, perhaps minutes of it. */
const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();

/**
 * Uploads to a case or draft, one after the other, with progress. Leaving the case or the screen cancels
 * them. Failures open the dialog that says so.
 */
export function useUploads({ caseId, onDone }: Options): UseUploads {
  const { t } = useTranslation('files');
  const { t: common } = useTranslation('common');
  const { t: words } = useTranslation('errors');
  const inform = useInform();
  const queries = useQueryClient();
  const latest = useRef({ inform, onDone, t, common, words });
  useEffect(() => {
    latest.current = { inform, onDone, t, common, words };
  });

  const queue = useMemo(
    () =>
      new UploadQueue({
        send(file, onProgress, signal) {
          const form = new FormData();
          form.append('post_uid', '');
          form.append('file', file);
          return upload(uploadFile, { params: { id: caseId } }, form, { onProgress, signal });
        },
        async onEnd(arrived) {
          try {
            await call(uploadDone, { params: { id: caseId } });
          } catch (error) {
            // The server makes up for it; the files are there.
            console.warn('upload-done failed', error);
          }
          staleFiles(queries, caseId);
          latest.current.onDone?.(arrived);
        },
        onFailure({ file, error }, canceled) {
          const now = latest.current;
          if (canceled) return toastError(now.t('canceled'));
          const status = error instanceof ApiError && error.status > 0 ? ` ${error.status}` : '';
          const isFull =
            error instanceof ApiError && error.status === 400 && error.detail.includes('size limit');
          void now.inform({
            kind: 'error',
            title: `${now.common('error')}${status}`,
            content: FailedUpload({
              text: isFull ? now.t('quotaExceeded') : now.t('uploadFailed'),
              reason: isFull ? '' : errorText(now.words, error),
              filename: file.name,
            }),
          });
        },
      }),
    [caseId, queries],
  );
  useEffect(() => () => queue.cancel(), [queue]);

  const uploads = useSyncExternalStore(queue.subscribe, queue.snapshot);
  const { isRunning } = uploads;
  useEffect(() => {
    if (!isRunning) return;
    addEventListener('beforeunload', askBeforeLeaving);
    return () => removeEventListener('beforeunload', askBeforeLeaving);
  }, [isRunning]);
  return useMemo(
    () => ({
      ...uploads,
      add: (files) => queue.add(files),
      retry: (key) => queue.retry(key),
      resume: () => queue.resume(),
      cancel: () => queue.cancel(),
      clear: () => queue.clear(),
    }),
    [uploads, queue],
  );
}
