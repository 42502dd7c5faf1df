import { listFiles, uploadDone } from '@cusp/contract/files';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../client/api-error.ts';
import { call } from '../../client/call.ts';
import { uploadInParts } from '../../client/upload-in-parts.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useInform } from '../../ui/dialogs/confirm-context.ts';
import { toastError } from '../../ui/toast.ts';
import { FailedUpload } from './FailedUpload.tsx';
import { sendOne } from './send-one.ts';
import { staleFiles } from './stale-files.ts';
import { UploadQueue, type Uploads } from './upload-queue.ts';

export interface UseUploads extends Uploads {
  add(files: readonly File[]): void;
  /** Adds a file that somebody waits for; its id in the case, null when it did not arrive. Opens no dialog. */
  send(file: File): Promise<number | null>;
  retry(key: number): void;
  resume(): void;
  cancel(): void;
  clear(): void;
}

/** A closed page breaks the upload off, perhaps minutes of it. */
const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();

/**
 * Uploads to a case or draft, one after the other, with progress. Leaving the case or the screen cancels
 * them. Failures open the dialog that says so. `caseId`: the case or own draft that the files go to.
 */
export function useUploads(caseId: number): UseUploads {
  const { t } = useTranslation('files');
  const { t: common } = useTranslation('common');
  const { t: words } = useTranslation('errors');
  const inform = useInform();
  const queries = useQueryClient();
  const latest = useRef({ inform, t, common, words });
  useEffect(() => {
    latest.current = { inform, t, common, words };
  });

  const [awaited] = useState(() => new WeakSet<File>());
  const queue = useMemo(
    () =>
      new UploadQueue({
        send: (file, reports) => uploadInParts(caseId, file, reports),
        async onEnd() {
          try {
            await call(uploadDone, { params: { id: caseId } });
          } catch (error) {
            // The server makes up for it; the files are there.
            console.warn('upload-done failed', error);
          }
          // Who waits for the uploads to end finds them in the list.
          const listed = await call(listFiles, { params: { id: caseId } }).catch(() => null);
          if (listed) queries.setQueryData(['files', caseId], listed);
          staleFiles(queries, caseId);
        },
        onFailure({ file, error }, canceled) {
          if (awaited.has(file)) return;
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
    [caseId, queries, awaited],
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
      async send(file) {
        awaited.add(file);
        if (!(await sendOne(queue, file))) return null;
        const listed = await call(listFiles, { params: { id: caseId } }).catch(() => null);
        return listed?.files.find(({ filename }) => filename === file.name)?.id ?? null;
      },
      retry: (key) => queue.retry(key),
      resume: () => queue.resume(),
      cancel: () => queue.cancel(),
      clear: () => queue.clear(),
    }),
    [uploads, queue, awaited, caseId],
  );
}
