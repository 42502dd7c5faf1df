import { ACTION_ID_HEADER } from '@cusp/contract/endpoint';
import { addHandoffPhoto, handoffPhotosDone } from '@cusp/contract/handoff.routes';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { newActionId } from '../../../client/action-ids.ts';
import { ApiError, errorOfReply } from '../../../client/api-error.ts';
import { call, urlOf } from '../../../client/call.ts';
import { namedApart } from '../../../client/named-apart.ts';
import { uuid } from '../../../client/uuid.ts';
import { waitToRetry } from '../../../client/wait-to-retry.ts';

export interface SendingPhoto {
  id: string;
  file: File;
  state: 'waiting' | 'sending' | 'offline' | 'done' | 'failed';
  /** Share sent, 0 to 1. */
  progress: number;
  error: ApiError | null;
}

/**
 * Uploads photos one after the other. It waits for a lost connection; a refused photo stays in the list and can be
 * retried.
 */
export function usePhotos(connection: string) {
  const queries = useQueryClient();
  const [photos, setPhotos] = useState<readonly SendingPhoto[]>([]);
  const queue = useRef<SendingPhoto[]>([]);
  const isRunning = useRef(false);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    // React mounts twice in development, and the first cleanup aborts the initial controller.
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);

  const change = (id: string, part: Partial<SendingPhoto>) =>
    setPhotos((all) => all.map((photo) => (photo.id === id ? { ...photo, ...part } : photo)));

  async function send({ id, file }: SendingPhoto, signal: AbortSignal): Promise<boolean> {
    for (let tries = 1; !signal.aborted; tries += 1) {
      change(id, { state: 'sending', progress: 0, error: null });
      try {
        await sendPhoto(file, { connection, signal, onProgress: (progress) => change(id, { progress }) });
        change(id, { state: 'done', progress: 1 });
        return true;
      } catch (cause) {
        const error = cause as ApiError;
        const mayPass = error.code === 'offline' || error.code === 'unavailable';
        if (!mayPass) {
          change(id, { state: 'failed', error });
          return false;
        }
        change(id, { state: 'offline' });
        await waitToRetry(tries, signal);
      }
    }
    return false;
  }

  async function run(): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    const { signal } = leaving.current;
    let sent = 0;
    for (let next = queue.current.shift(); next; next = queue.current.shift())
      if (await send(next, signal)) sent += 1;
    // If this request is lost, a job on the server still notifies the other side.
    if (sent > 0) await call(handoffPhotosDone, { query: { connection } }).catch(() => {});
    isRunning.current = false;
    await queries.invalidateQueries({ queryKey: ['handoff'] });
    if (queue.current.length > 0) void run();
  }

  function enqueue(added: SendingPhoto[]): void {
    queue.current.push(...added);
    void run();
  }

  return {
    photos,
    add(files: readonly File[]): void {
      const added = namedApart(files, new Date()).map(
        (file): SendingPhoto => ({ id: uuid(), file, state: 'waiting', progress: 0, error: null }),
      );
      setPhotos((all) => [...all.filter(({ state }) => state !== 'done'), ...added]);
      enqueue(added);
    },
    retry(id: string): void {
      const failed = photos.find((photo) => photo.id === id && photo.state === 'failed');
      if (!failed) return;
      change(id, { state: 'waiting', error: null });
      enqueue([failed]);
    },
    drop: (id: string): void => setPhotos((all) => all.filter((photo) => photo.id !== id)),
  };
}

interface SendOptions {
  /** The connection that the page shows. */
  connection: string;
  /** Share of the bytes sent, 0 to 1. */
  onProgress(share: number): void;
  signal: AbortSignal;
}

/** Uploads one photo, by XMLHttpRequest because `fetch` reports no upload progress. Fails with `ApiError` only. */
function sendPhoto(file: File, { connection, onProgress, signal }: SendOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open(addHandoffPhoto.method, urlOf(addHandoffPhoto, { query: { connection } }));
    request.setRequestHeader(ACTION_ID_HEADER, newActionId());
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () =>
      request.status < 300 ? resolve() : reject(errorOfReply(request.status, parsed(request.responseText)));
    request.onerror = () => reject(new ApiError(0, { code: 'offline' }));
    request.onabort = () => reject(new ApiError(0, { code: 'aborted' }));
    request.onloadend = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort);
    if (signal.aborted) return reject(new ApiError(0, { code: 'aborted' }));
    const form = new FormData();
    form.append('file', file, file.name);
    request.send(form);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
