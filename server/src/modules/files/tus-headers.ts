import type { IncomingHttpHeaders } from 'node:http';
import { MAX_FILE_BYTES } from '@cusp/contract/file-types';
import { TUS_EXTENSIONS, TUS_VERSION, UNCHANGED_HEADER } from '@cusp/contract/uploads.routes';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../platform/http/refusal.ts';

/** A client's declarations about a file. */
export interface Announced {
  /** As it was sent. */
  filename: string;
  size: number;
  modified: number | null;
}

/** How far an upload is. */
export interface Progress {
  offset: number;
  size: number;
  expiresAt: Date;
  /** The upload is complete, and the file already existed in the case. */
  isUnchanged?: boolean;
}

/** Refuses a request with another or no version of the protocol, and names ours. */
export function requireTusVersion(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({ 'tus-resumable': TUS_VERSION, 'cache-control': 'no-store' });
  if (request.headers['tus-resumable'] === TUS_VERSION) return;
  reply.headers({
    'tus-version': TUS_VERSION,
    'tus-extension': TUS_EXTENSIONS,
    'tus-max-size': MAX_FILE_BYTES,
  });
  throw new Refusal('tus_version');
}

export function setProgressHeaders(reply: FastifyReply, progress: Progress): void {
  const { offset, size, expiresAt, isUnchanged } = progress;
  reply.headers({
    'upload-offset': offset,
    'upload-length': size,
    'upload-expires': expiresAt.toUTCString(),
    ...(isUnchanged ? { [UNCHANGED_HEADER]: '1' } : {}),
  });
}

export function announcedBy(headers: IncomingHttpHeaders): Announced {
  const size = wholeNumber(headers, 'upload-length');
  if (size === 0) throw new Refusal('file_empty', 'file');
  if (size > MAX_FILE_BYTES) throw new Refusal('file_too_large', 'file');
  const { filename, modified } = metadata(headers['upload-metadata']);
  if (filename === undefined) throw new Refusal('file_name_invalid', 'file');
  const moment = Number(modified);
  return {
    filename,
    size,
    modified: modified && Number.isSafeInteger(moment) && moment >= 0 ? moment : null,
  };
}

/** A byte count in a header: digits only. */
export function wholeNumber(headers: IncomingHttpHeaders, name: 'upload-length' | 'upload-offset'): number {
  const text = headers[name];
  if (typeof text !== 'string' || !/^\d{1,15}$/.test(text)) throw new Refusal('invalid_input', name);
  return Number(text);
}

/** `Upload-Metadata`: comma-separated pairs of a key and a Base64 value. */
function metadata(header: string | string[] | undefined): Partial<Record<string, string>> {
  const pairs: Record<string, string> = Object.create(null);
  for (const pair of String(header ?? '').split(',')) {
    const [key = '', value = '', ...more] = pair.trim().split(' ');
    if (key === '' || more.length > 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(value)) {
      throw new Refusal('invalid_input', 'upload-metadata');
    }
    pairs[key] = Buffer.from(value, 'base64').toString();
  }
  return pairs;
}
