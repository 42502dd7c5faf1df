import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { API_BASE } from '@cusp/contract/endpoint';
import type { ErrorBody } from '@cusp/contract/error-body';
import type { ErrorCode } from '@cusp/contract/errors';
import { ERRORS } from '@cusp/contract/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseTrouble, isTransactionConflict } from './database-trouble.ts';
import { Refusal } from './refusal.ts';

/** Errors of Fastify and its plugins, as codes of our catalogue. */
const FRAMEWORK: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'not_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'not_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_input',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'unsupported_media_type',
  FST_PARTS_LIMIT: 'invalid_input',
  FST_FIELDS_LIMIT: 'invalid_input',
  FST_FILES_LIMIT: 'invalid_input',
  FST_REQ_FILE_TOO_LARGE: 'file_too_large',
  FST_PROTO_VIOLATION: 'invalid_input',
  FST_ERR_BAD_URL: 'invalid_input',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
};

/** Turns any thrown error into the single error body. Unexpected errors are logged and their details withheld. */
export function installErrorHandling(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const { raw } = request;
    // The browser disconnected before its request was complete, so the response is not read and this is no server
    // error.
    const hasLeft = raw.destroyed && !raw.complete;
    const refusal = hasLeft ? new Refusal('invalid_input') : refusalFor(error, secondsOf(reply));
    if (hasLeft) request.log.info({ code: error.code }, 'request aborted by its sender');
    else if (refusal.code === 'internal') request.log.error({ err: error }, 'request failed');
    else if (isDatabaseTrouble(error)) request.log.warn({ err: error }, 'database unavailable');
    else if (isTransactionConflict(error)) request.log.warn({ err: error }, 'transactions in conflict');
    if (!hasLeft) app.refusedRequests.note(request, refusal);
    reply.header('cache-control', 'no-store');
    if (refusal.code === 'unavailable') reply.header('retry-after', '2');
    if (refusal.extra.retry_after) reply.header('retry-after', String(refusal.extra.retry_after));
    if (refusal.code === 'request_too_slow') reply.header('connection', 'close');
    return reply.status(refusal.status).send(bodyOf(refusal, request));
  });
  app.setNotFoundHandler((request, reply) =>
    reply
      .status(404)
      .header('cache-control', 'no-store')
      .send(bodyOf(new Refusal('not_found'), request)),
  );
}

/**
 * A path with broken escapes in a form that can be parsed. Leading slashes are reduced to one, because `//x` would be
 * another site.
 */
export const readablePath = (url: string): string => `/${url.replace(/^[/\\]+/, '').replaceAll('%', '%25')}`;

/**
 * Answers a path that the router cannot decode; neither hooks nor plugins run for it. People arrive here by damaged
 * links, so they get the page, which explains it.
 */
export function refuseAddress(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const { method, url } = request.raw;
  if (error.code === 'FST_ERR_BAD_URL' && method === 'GET' && url && !url.startsWith(`${API_BASE}/`)) {
    reply.redirect(readablePath(url));
    return;
  }
  const refusal = refusalFor(error);
  reply.headers({ 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'" });
  reply.status(refusal.status).send(bodyOf(refusal, request));
}

/**
 * Answers connections that never became a request: headers that take too long or are too large, and bytes that are not
 * HTTP. There is no reply object, only the socket.
 */
export function refuseLine(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [code, status] = LINES[error.code ?? ''] ?? (['invalid_input', '400 Bad Request'] as const);
  const body: ErrorBody = { code, detail: ERRORS[code].detail, request_id: randomUUID() };
  const text = JSON.stringify(body);
  const head = `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\nconnection: close`;
  socket.end(`${head}\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
}

const LINES: Partial<Record<string, readonly [ErrorCode, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['request_too_slow', '408 Request Timeout'],
  HPE_HEADER_OVERFLOW: ['too_large', '431 Request Header Fields Too Large'],
};

/** Seconds until the rate limit resets, as set by the rate limiter. */
function secondsOf(reply: FastifyReply): number | undefined {
  const seconds = Number(reply.getHeader('retry-after'));
  return seconds > 0 ? seconds : undefined;
}

/**
 * SQLSTATEs of values that PostgreSQL cannot store or read: a number beyond its type, an impossible date, a text with a
 * lone surrogate.
 */
const UNSTORABLE: ReadonlySet<string> = new Set(['22003', '22007', '22008', '22021', '22P02', '22P05']);

/** Converts any thrown error into a refusal. */
export function refusalFor(error: FastifyError, retryAfter?: number): Refusal {
  if (error instanceof Refusal) return error;
  const code = FRAMEWORK[error.code];
  if (code) return new Refusal(code);
  if (error.statusCode === 429) return new Refusal('too_many_requests', { retry_after: retryAfter });
  if (isDatabaseTrouble(error) || isTransactionConflict(error)) return new Refusal('unavailable');
  // Raised by the triggers that refuse writes to moving data.
  if (error.code === 'CU423') return new Refusal('moving');
  if (UNSTORABLE.has(error.code)) return new Refusal('invalid_input');
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return new Refusal('invalid_input');
  return new Refusal('internal');
}

function bodyOf(refusal: Refusal, request: FastifyRequest): ErrorBody {
  return {
    code: refusal.code,
    detail: ERRORS[refusal.code].detail,
    request_id: request.id,
    ...refusal.extra,
  };
}
