import { listFiles, uploadDone } from '@cusp/contract/files.routes';
import { Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../client/api-error.ts';
import { call } from '../../client/call.ts';
import { refreshAfter } from '../../client/live/refresh-after.ts';
import { uploadInParts } from '../../client/upload-in-parts.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useInform } from '../../ui/dialogs/confirm-context.ts';
import { toastError } from '../../ui/toast.ts';
import { UploadQueue, type Uploads } from './upload-queue.ts';

/** Sends a file in its turn with the others of the queue; whether it arrived. One that failed before it stops it too. */
export function sendOne(queue: UploadQueue, file: File): Promise<boolean> {
  queue.add([file]);
  return new Promise((resolve) => {
    const look = () => {
      const { items, isRunning } = queue.snapshot();
      const state = items.find((item) => item.file === file)?.state;
      const isStopped = !isRunning && items.some((item) => item.state === 'failed');
      if (state === 'sending' || (state === 'waiting' && !isStopped)) return;
      stop();
      resolve(state === 'done');
    };
    const stop = queue.subscribe(look);
    look();
  });
}

/** Whether an upload failed because the storage of the account is full. */
export const isQuotaExceeded = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'quota_exceeded';

/** Uploads to a case or draft and what can be done with them. It stays the same while files are on their way. */
export interface Uploading {
  add(files: readonly File[]): void;
  /** Adds a file that somebody waits for; its id in the case, null when it did not arrive. Opens no dialog. */
  send(file: File): Promise<number | null>;
  retry(key: number): void;
  resume(): void;
  cancel(): void;
  clear(): void;
  subscribe(listener: () => void): () => void;
  snapshot(): Uploads;
}

/** The same with how far they are. */
export type UseUploads = Uploading & Uploads;

/** A closed page breaks the upload off, perhaps minutes of it. */
const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();

/** Asks whoever closes the page while files are on their way. */
function askWhileRunning(queue: UploadQueue): () => void {
  const look = () => {
    if (queue.snapshot().isRunning) addEventListener('beforeunload', askBeforeLeaving);
    else removeEventListener('beforeunload', askBeforeLeaving);
  };
  const stop = queue.subscribe(look);
  look();
  return () => {
    stop();
    removeEventListener('beforeunload', askBeforeLeaving);
  };
}

/**
 * Uploads to a case or draft, one after the other. Leaving the case or the screen cancels them. Failures open the
 * dialog that says so. `caseId`: the case or own draft that the files go to. Who shows how far they are takes
 * `useUploadsOf`: that changes many times a second, which a whole case must not be drawn for.
 */
export function useUploading(caseId: number): Uploading {
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
        send: (file, reports) =>
          uploadInParts(caseId, file, { ...reports, onGivenUp: () => refreshAfter(queries, uploadDone) }),
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
          refreshAfter(queries, uploadDone);
        },
        onFailure({ file, error }, canceled) {
          if (awaited.has(file)) return;
          const now = latest.current;
          if (canceled) return toastError(now.t('canceled'));
          const status = error instanceof ApiError && error.status > 0 ? ` ${error.status}` : '';
          const isFull = isQuotaExceeded(error);
          void now.inform({
            kind: 'error',
            title: `${now.common('error')}${status}`,
            content: (
              <FailedUpload
                text={isFull ? now.t('quotaExceeded') : now.t('uploadFailed')}
                reason={isFull ? '' : errorText(now.words, error)}
                filename={file.name}
              />
            ),
          });
        },
      }),
    [caseId, queries, awaited],
  );
  useEffect(() => () => queue.cancel(), [queue]);
  useEffect(() => askWhileRunning(queue), [queue]);

  return useMemo(
    () => ({
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
      subscribe: queue.subscribe,
      snapshot: queue.snapshot,
    }),
    [queue, awaited, caseId],
  );
}

/** Uploads with how far they are. */
export function useUploadsOf(uploading: Uploading): UseUploads {
  const uploads = useSyncExternalStore(uploading.subscribe, uploading.snapshot);
  return useMemo(() => ({ ...uploads, ...uploading }), [uploads, uploading]);
}

/** Uploads to a case or draft, with how far they are. */
export const useUploads = (caseId: number): UseUploads => useUploadsOf(useUploading(caseId));

/** Whether a line is lost and waited for. */
export const useIsWaiting = ({ subscribe, snapshot }: Uploading): boolean =>
  useSyncExternalStore(subscribe, () => snapshot().items.some(({ isWaiting }) => isWaiting));

/** What the dialog says about a file that did not arrive. */
function FailedUpload({ text, reason, filename }: { text: string; reason: string; filename: string }) {
  return (
    <Stack gap={4}>
      <Text fw={500}>{text}</Text>
      {reason && <Text size="sm">{reason}</Text>}
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {filename}
      </Text>
    </Stack>
  );
}
