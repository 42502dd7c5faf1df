import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { create } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { freeBehind } from './free-behind.ts';

interface Sendable {
  /** The person's file name, in any script. */
  filename: string;
  type: string;
  /** Shown in the browser instead of saved. */
  inline: boolean;
  size: number;
  /** Lower-case hex; null if unknown, which also disables ranges. */
  sha256: string | null;
  /** Content encoding of the bytes; browsers decode it. */
  encoding?: 'gzip';
  /** Opens a stream for exclusive use; both ends of the range are inclusive. */
  read(range?: { start: number; end: number }): Promise<Readable>;
}

/** Policy of everything but PDFs, whose viewer in browsers does not start in a sandbox. */
const LOCKED = "default-src 'none'; sandbox; frame-ancestors 'self'";
const FOR_PDF = "frame-ancestors 'self'; base-uri 'none'; form-action 'none'";

const OF_THE_BYTES = [
  'content-disposition',
  'content-encoding',
  'content-length',
  'content-range',
  'accept-ranges',
  'etag',
  'repr-digest',
] as const;

/** Sends untrusted bytes, whole or a range of them, so that no browser treats them as a page of ours. */
export async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  file: Sendable,
): Promise<FastifyReply> {
  const etag = file.sha256 && `"${file.sha256}"`;
  reply.headers({
    'content-type': file.type,
    'content-disposition': create(file.filename, { type: file.inline ? 'inline' : 'attachment' }),
    'content-security-policy': file.inline && file.type === 'application/pdf' ? FOR_PDF : LOCKED,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'cache-control': 'private, no-store',
    ...(file.encoding ? { 'content-encoding': file.encoding } : {}),
    'accept-ranges': etag ? 'bytes' : 'none',
  });
  if (file.sha256 && etag) {
    reply.header('etag', etag);
    reply.header('repr-digest', `sha-256=:${Buffer.from(file.sha256, 'hex').toString('base64')}:`);
    if (isKnown(request, etag)) return reply.status(304).send();
  }

  const range = etag ? wantedRange(request, etag, file.size) : null;
  if (range === 'none') {
    return reply
      .status(416)
      .headers({ 'content-range': `bytes */${file.size}` })
      .send();
  }
  reply.header('content-length', range ? range.end - range.start + 1 : file.size);
  if (range) {
    reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
  }
  // Fastify keeps the length only if there is a body.
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  const bytes = await file
    .read(range ?? undefined)
    .then((stream) => waitForFirstBytes(stream, reply.raw))
    .catch((error: unknown) => {
      // Neither an error reply nor a second run of the handler may have the headers or the status of these bytes.
      for (const name of OF_THE_BYTES) reply.removeHeader(name);
      reply.status(200);
      throw error;
    });
  return reply.send(freeBehind(bytes, reply.raw));
}

/**
 * Waits for the first bytes of a stream, because a failure can only be answered with its status before they are sent.
 * Ends earlier if the client leaves, so that sending the stream to it destroys the stream.
 */
export async function waitForFirstBytes(bytes: Readable, reply: ServerResponse): Promise<Readable> {
  if (reply.destroyed) return bytes;
  const waiting = new AbortController();
  const { signal } = waiting;
  try {
    await Promise.race([
      once(bytes, 'readable', { signal }),
      // Rejects if the stream closes without bytes or an error, which `once` would miss.
      finished(bytes, { signal, cleanup: true }),
      once(reply, 'close', { signal }),
    ]);
  } finally {
    waiting.abort();
  }
  return bytes;
}

/**
 * Whether the client has these bytes. Compares weakly, because proxies that compress weaken the tag (RFC 9110, 13.1.2).
 */
const isKnown = ({ headers }: FastifyRequest, etag: string): boolean =>
  (headers['if-none-match'] ?? '')
    .split(',')
    .map((mark) => mark.trim().replace(/^W\//, ''))
    .some((mark) => mark === etag || mark === '*');

/** The single requested range; null for the whole file (also for several ranges), 'none' if it is out of bounds. */
function wantedRange(
  request: FastifyRequest,
  etag: string,
  size: number,
): { start: number; end: number } | 'none' | null {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  if (first === undefined || last === undefined || first + last === '') return null;
  // A range that ends before it begins is invalid and ignored (RFC 9110, 14.1.1).
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null;
  const condition = request.headers['if-range'];
  if (condition !== undefined && condition !== etag) return null;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start > end || start >= size ? 'none' : { start, end };
}
