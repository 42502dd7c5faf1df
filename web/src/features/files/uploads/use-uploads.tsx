import { listFiles, uploadDone } from '@cusp/contract/files.routes';
import { storedFilename } from '@cusp/text/file-name';
import { Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../client/api-error.ts';
import { call } from '../../../client/call.ts';
import { refreshAfter } from '../../../client/live/refresh-after.ts';
import { type Awaited, uploadInParts } from '../../../client/upload-in-parts.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { useInform } from '../../../ui/dialogs/confirm-context.ts';
import { toastError } from '../../../ui/toast.ts';
import { useLatest } from '../../../ui/use-latest.ts';
import { UploadQueue, type Uploads } from './upload-queue.ts';

/**
 * Adds a file to the queue and resolves to whether it was uploaded. A failure before it in the queue resolves to
 * false.
 */
export function sendOne(queue: UploadQueue, file: File): Promise<boolean> {
  queue.add([file]);
  return new Promise((resolve) => {
    const look = () => {
      const { items, isRunning } = queue.snapshot();
      const state = items.find((item) => item.file === file)?.state;
      const isStopped = !isRunning && items.some((item) => item.state === 'failed' && !item.isEarlier);
      if (state === 'sending' || (state === 'waiting' && !isStopped)) return;
      stop();
      resolve(state === 'done');
    };
    const stop = queue.subscribe(look);
    look();
  });
}

/** Cancels unfinished uploads when the case is left, because their results could not be shown any more. */
export function leaveUploads(queue: UploadQueue, awaited: WeakSet<File>): void {
  for (const { file } of queue.snapshot().items) awaited.delete(file);
  queue.cancel();
}

/** Whether an upload failed because the storage of the account is full. */
export const isQuotaExceeded = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'quota_exceeded';

/** The uploads of a case or draft and their actions. The object is stable while progress changes. */
export interface Uploading {
  add(files: readonly File[]): void;
  /** Uploads a file that a caller waits for; resolves to its id in the case, null on failure. Opens no dialog. */
  send(file: File): Promise<number | null>;
  retry(key: number): void;
  resume(): void;
  cancel(): void;
  clear(): void;
  subscribe(listener: () => void): () => void;
  snapshot(): Uploads;
}

/** The same with their progress. */
export type UseUploads = Uploading & Uploads;

/** Closing the page interrupts the upload, perhaps after minutes. */
const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();

/** Warns before the page is closed while uploads are running. */
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
 * The uploads of a case or draft, one after the other; `caseId` is either. Leaving the case or the screen cancels
 * them. Failures open a dialog. Use `useUploadsOf` only where progress is shown, because that renders many times a
 * second.
 */
export function useUploading(caseId: number): Uploading {
  const { t } = useTranslation('files');
  const { t: common } = useTranslation('common');
  const { t: words } = useTranslation('errors');
  const inform = useInform();
  const queries = useQueryClient();
  const latest = useLatest(() => ({ inform, t, common, words }));
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
            // The server compensates for a lost call; the files are stored.
            console.warn('upload-done failed', error);
          }
          // Reloads the list before the uploads end, because callers then look up their file in it.
          const listed = await call(listFiles, { params: { id: caseId } }).catch(() => null);
          if (listed) queries.setQueryData(['files', caseId], listed);
          refreshAfter(queries, uploadDone);
        },
        onFailure({ file, error }, canceled) {
          if (awaited.has(file)) return;
          const now = latest();
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
    [caseId, queries, awaited, latest],
  );
  useEffect(() => () => leaveUploads(queue, awaited), [queue, awaited]);
  useEffect(() => askWhileRunning(queue), [queue]);

  return useMemo(
    () => ({
      add: (files) => queue.add(files),
      async send(file) {
        awaited.add(file);
        if (!(await sendOne(queue, file))) return null;
        const listed = await call(listFiles, { params: { id: caseId } }).catch(() => null);
        const name = storedFilename(file.name);
        return listed?.files.find(({ filename }) => filename === name)?.id ?? null;
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

/** Uploads with their progress. */
export function useUploadsOf(uploading: Uploading): UseUploads {
  const uploads = useSyncExternalStore(uploading.subscribe, uploading.snapshot);
  return useMemo(() => ({ ...uploads, ...uploading }), [uploads, uploading]);
}

/** The uploads of a case or draft, with their progress. */
export const useUploads = (caseId: number): UseUploads => useUploadsOf(useUploading(caseId));

/** Why an upload is paused, or null. */
export const useAwaited = ({ subscribe, snapshot }: Uploading): Awaited | null =>
  useSyncExternalStore(
    subscribe,
    () => snapshot().items.find(({ awaited }) => awaited !== null)?.awaited ?? null,
  );

/** The content of the dialog about a failed upload. */
function FailedUpload({ text, reason, filename }: { text: string; reason: string; filename: string }) {
  return (
    <Stack gap={4}>
      <Text fw="var(--weight-medium)">{text}</Text>
      {reason && <Text size="sm">{reason}</Text>}
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {filename}
      </Text>
    </Stack>
  );
}
