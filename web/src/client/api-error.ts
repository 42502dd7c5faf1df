import type { ErrorBody, FieldIssue, StaleObject } from '@cusp/contract/error-body';
import type { ErrorCode } from '@cusp/contract/errors';
import type { OrderProblem } from '@cusp/dental/order-rules';

/** `offline`: no response arrived. `aborted`: the caller aborted. Both have status 0. */
export type ApiErrorCode = ErrorCode | 'offline' | 'aborted';

/** The error of every failed call. `code` selects the text, `requestId` finds the server's log line. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ApiErrorCode;
  /** The server's own message, in English. */
  readonly detail: string;
  readonly errors: readonly FieldIssue[];
  readonly requestId: string | null;
  /** Only with `not_activated`: the account whose activation mail can be sent again. */
  readonly uid: string | null;
  /** Only with `too_many_requests`: seconds until the server accepts the next try. */
  readonly retryAfter: number | null;
  /** Only with `draft_incomplete`: what is missing. */
  readonly missing: readonly string[];
  /** With `order_contradictory` and `draft_incomplete`: contradictions that were not confirmed as intended. */
  readonly problems: readonly OrderProblem[];
  /** With a 409 that another person's change caused: their name, '' if unknown. */
  readonly changedBy: string;
  /** With a 409 about several objects: those that another user has changed. */
  readonly stale: readonly StaleObject[];
  /** Only with `file_ends_early`: how many triangles the file has of those that its header announces. */
  readonly triangles: ErrorBody['triangles'];
  /** Only with `sheet_refused`: why, and which column it is about. */
  readonly sheet: ErrorBody['sheet'];

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
    this.stale = body.stale ?? [];
    this.triangles = body.triangles;
    this.sheet = body.sheet;
  }

  /** The first issue of one field, null if it has no issue. */
  issueOf(field: string): FieldIssue | null {
    return this.errors.find((issue) => issue.field === field) ?? null;
  }
}

/** The error for a non-2xx response; responses of proxies have no body of ours. */
export function errorOfReply(status: number, body: unknown): ApiError {
  const ours = typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string';
  if (ours) return new ApiError(status, body as ErrorBody);
  return new ApiError(status, { code: status === 503 || status === 502 ? 'unavailable' : 'internal' });
}

/** Turns what fetch threw into an ApiError. */
export function errorOfFailure(cause: unknown): ApiError {
  const aborted = cause instanceof DOMException && cause.name === 'AbortError';
  return new ApiError(0, { code: aborted ? 'aborted' : 'offline' }, cause);
}

/** Whether the same request may succeed a moment later. */
export const isTemporary = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.code === 'offline' || error.code === 'unavailable';
