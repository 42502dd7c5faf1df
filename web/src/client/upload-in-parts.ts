import { beginUpload, listUploads, UNCHANGED_HEADER, UPLOAD_PART_BYTES } from '@cusp/contract/uploads.routes';
import type { DetailedError, Upload } from 'tus-js-client';
import { ApiError, errorOfFailure, errorOfReply } from './api-error.ts';
import { call, urlOf } from './call.ts';
import { tusRequests } from './tus-request.ts';
import { waitToRetry } from './wait-to-retry.ts';

/** Reason why an upload is paused: the lost connection, or a move to another region. */
export type Awaited = 'connection' | 'move';

interface PartsOptions {
  /** Bytes sent so far. */
  onProgress(sent: number): void;
  /** The upload is paused, or with null continues. */
  onWaiting(awaited: Awaited | null): void;
  /** The case already has this exact file; nothing was added. */
  onUnchanged(): void;
  /** The upload was canceled and the server was asked to delete it. If that came too late, the case has the file. */
  onGivenUp(): void;
  signal: AbortSignal;
}

/** Smaller files are sent again as fast as a query for an earlier upload. */
const WORTH_RESUMING_BYTES = 1024 * 1024;
/** A connection without progress for this long counts as lost. */
const SILENT_MS = 60_000;
/** Maximum number of retries of a temporary error without any progress. */
const MAX_TRIES = 8;

/**
 * Uploads a file to a case or own draft. The upload waits for a lost connection and resumes; so does one of a
 * large file that was interrupted earlier by closing the page. A canceled upload is deleted. Fails with
 * `ApiError` only.
 */
export async function uploadInParts(caseId: number, file: File, options: PartsOptions): Promise<void> {
  const { signal, onProgress, onWaiting, onUnchanged, onGivenUp } = options;
  let upload: Upload | null = null;
  let tries = 0;
  let most = 0;
  const progress = (sent: number) => {
    if (sent > most) tries = 0;
    most = Math.max(most, sent);
    onWaiting(null);
    onProgress(sent);
  };
  for (;;) {
    try {
      upload ??= await prepare(caseId, file, onUnchanged);
      return await run(upload, progress, signal);
    } catch (cause) {
      const error = cause instanceof ApiError ? cause : errorOfFailure(cause);
      tries += 1;
      if (signal.aborted && upload) void giveBack(upload).then(onGivenUp);
      if (signal.aborted || !mayPass(error, tries)) throw error;
      await assertReadable(file);
      onWaiting(error.code === 'moving' ? 'move' : 'connection');
      await waitToRetry(tries, signal);
    }
  }
}

async function prepare(caseId: number, file: File, onUnchanged: () => void): Promise<Upload> {
  const tus = await import('tus-js-client');
  return new tus.Upload(file, {
    endpoint: new URL(urlOf(beginUpload, { params: { id: caseId } }), location.href).href,
    uploadUrl: await brokenOff(caseId, file),
    metadata: { filename: file.name, modified: String(file.lastModified) },
    chunkSize: UPLOAD_PART_BYTES,
    httpStack: tusRequests,
    onAfterResponse: (_request, reply) => {
      if (reply.getHeader(UNCHANGED_HEADER)) onUnchanged();
    },
    // Both are ours: the screen shows the pause, and nothing about files is stored in the browser.
    retryDelays: null,
    storeFingerprintForResuming: false,
  });
}

/** Asks the server to delete a canceled upload; if it cannot be reached, it deletes it after a day anyway. */
async function giveBack(upload: Upload): Promise<void> {
  try {
    await upload.abort(true);
  } catch (error) {
    console.warn('could not delete the canceled upload', error);
  }
}

/** The URL of an interrupted upload of the same file; small files simply start over. */
async function brokenOff(caseId: number, file: File): Promise<string | null> {
  if (file.size <= WORTH_RESUMING_BYTES) return null;
  const { uploads } = await call(listUploads, { params: { id: caseId } });
  const same = uploads.find(
    ({ filename, size, modified }) =>
      filename === file.name.normalize('NFC') && size === file.size && modified === file.lastModified,
  );
  return same ? new URL(same.url, location.href).href : null;
}

/** Sends until the file is stored or an error ends the upload. */
function run(upload: Upload, onProgress: (sent: number) => void, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let watch: ReturnType<typeof setTimeout>;
    const end = (settle: () => void) => {
      clearTimeout(watch);
      signal.removeEventListener('abort', giveUp);
      settle();
    };
    const stop = (code: 'aborted' | 'offline') =>
      end(() => {
        void upload.abort();
        reject(new ApiError(0, { code }));
      });
    const giveUp = () => stop('aborted');
    const listen = () => {
      clearTimeout(watch);
      watch = setTimeout(() => stop('offline'), SILENT_MS);
    };
    Object.assign(upload.options, {
      onProgress: (sent: number) => {
        listen();
        onProgress(sent);
      },
      onSuccess: () => end(resolve),
      onError: (error: Error | DetailedError) => end(() => reject(errorOf(error))),
    });
    if (signal.aborted) return giveUp();
    signal.addEventListener('abort', giveUp);
    listen();
    upload.start();
  });
}

function errorOf(error: Error | DetailedError): ApiError {
  const reply = 'originalResponse' in error ? error.originalResponse : null;
  if (reply) return errorOfReply(reply.getStatus(), parsed(reply.getBody()));
  const cause = 'causingError' in error ? error.causingError : null;
  return cause instanceof ApiError ? cause : errorOfFailure(error);
}

/**
 * Lost connections are retried without limit, and so are files of people who are moving, whose data cannot be changed for
 * a moment; temporary server errors a few times.
 */
function mayPass({ code }: ApiError, tries: number): boolean {
  if (code === 'offline' || code === 'moving') return true;
  const isForNow = code === 'unavailable' || code === 'too_many_requests' || code === 'upload_elsewhere';
  return isForNow && tries < MAX_TRIES;
}

/** For a request, a file that was changed or removed looks like a lost connection. */
async function assertReadable(file: File): Promise<void> {
  await file
    .slice(0, 1)
    .arrayBuffer()
    .catch((cause: unknown) => {
      throw new ApiError(0, { code: 'internal' }, cause);
    });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
