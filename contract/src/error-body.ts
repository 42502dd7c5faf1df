import type { OrderProblem } from '@cusp/dental/order-rules';
import type { CutOff } from '@cusp/mesh/truncated';
import type { ErrorCode } from './errors.ts';
import type { SheetRefusal } from './sheets.routes.ts';

/** A problem with one field; `code` is a zod issue code or one of ours, `message` is for people. */
export interface FieldIssue {
  field: string;
  code: string;
  message: string;
}

/** An object that another user changed after it was loaded. */
export interface StaleObject {
  id: number;
  /** Its display name. */
  name: string;
  version: number;
  /** '' if unknown. */
  changed_by: string;
}

/** The body of all refusals. `request_id` finds the log line; internal details are never included. */
export interface ErrorBody {
  code: ErrorCode;
  detail: string;
  request_id: string;
  errors?: FieldIssue[];
  /** Only with `not_activated` after a correct password: the account whose activation mail can be sent again. */
  uid?: string;
  /** Only with `too_many_requests`: seconds until the next attempt is allowed, if known. */
  retry_after?: number;
  /** Only with `draft_incomplete`: what is missing. */
  missing?: string[];
  /** With `order_contradictory` and `draft_incomplete`: all contradictions that the author has not confirmed. */
  problems?: OrderProblem[];
  /** With a 409 caused by another person's change: their name; '' if unknown. */
  changed_by?: string;
  /** With a 409 about several objects: those that were changed in the meantime, in their current state. */
  stale?: StaleObject[];
  /** Only with `file_ends_early`: how many triangles the file has, and how many it declares. */
  triangles?: CutOff;
  /** Only with `sheet_refused`: the reason, and the column it is about or ''. */
  sheet?: { reason: SheetRefusal; column: string };
}
