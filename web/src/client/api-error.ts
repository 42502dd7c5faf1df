import type { ErrorBody, ErrorCode, FieldIssue } from '@cusp/contract/errors';
import type { OrderProblem } from '@cusp/dental/order-rules';

/** `offline`: no answer came at all. `aborted`: the caller gave up. Both have status 0. */
export type ApiErrorCode = ErrorCode | 'offline' | 'aborted';

/** How every call fails. `code` chooses the text, `requestId` finds the server's log line. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ApiErrorCode;
  /** The server's own sentence, in English. */
  readonly detail: string;
  readonly errors: readonly FieldIssue[];
  readonly requestId: string | null;
  /** Only with `not_activated`: whose activation mail to send again. */
  readonly uid: string | null;
  /** Only with `too_many_requests`: seconds until the next try is taken. */
  readonly retryAfter: number | null;
  /** Only with `draft_incomplete`: what is missing. */
  readonly missing: readonly string[];
  /** With `order_contradictory` and `draft_incomplete`: contradictions that were not confirmed as meant. */
  readonly problems: readonly OrderProblem[];
  /** With a 409 that somebody else's change caused: who was faster, '' when nobody knows. */
  readonly changedBy: string;
  /** Only with `file_ends_early`: how many triangles are there of those that the file says it has. */
  readonly triangles: ErrorBody['triangles'];

  constructor(
    status: number,
    body: Partial<Omit<ErrorBody, 'code'>> & { code: ApiErrorCode },
    cause?: unknown,
  ) {
    super(body.detail ?? body.code, { cause });
    this.status = status;
    this.code = body.code;
    this.detail = body.detail ?? '';
    this.errors = body.errors ?? [];
    this.requestId = body.request_id ?? null;
    this.uid = body.uid ?? null;
    this.retryAfter = body.retry_after ?? null;
    this.missing = body.missing ?? [];
    this.problems = body.problems ?? [];
    this.changedBy = body.changed_by ?? '';
    this.triangles = body.triangles;
  }

  /** The first thing wrong with one field, null when nothing is. */
  issueOf(field: string): FieldIssue | null {
    return this.errors.find((issue) => issue.field === field) ?? null;
  }
}

/** The error of a reply that is no success; replies of proxies carry no body of ours. */
export function errorOfReply(status: number, body: unknown): ApiError {
  const ours = typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string';
  if (ours) return new ApiError(status, body as ErrorBody);
  return new ApiError(status, { code: status === 503 || status === 502 ? 'unavailable' : 'internal' });
}

/** What fetch threw, as our error. */
export function errorOfFailure(cause: unknown): ApiError {
  const aborted = cause instanceof DOMException && cause.name === 'AbortError';
  return new ApiError(0, { code: aborted ? 'aborted' : 'offline' }, cause);
}

/** Whether the same request may well succeed a moment later. */
export const isPassing = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.code === 'offline' || error.code === 'unavailable';
