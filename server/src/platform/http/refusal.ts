import type { ErrorBody, FieldIssue } from '@cusp/contract/error-body';
import { ERRORS, type ErrorCode } from '@cusp/contract/errors';

interface RefusalExtra {
  errors?: FieldIssue[];
  uid?: string;
  retry_after?: number;
  missing?: string[];
  problems?: ErrorBody['problems'];
  changed_by?: string;
  stale?: ErrorBody['stale'];
  triangles?: ErrorBody['triangles'];
  sheet?: ErrorBody['sheet'];
}

/** The single way to refuse a request. `field` names the invalid input; thrown inside a use case it rolls back. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrorCode;
  readonly extra: RefusalExtra;

  constructor(code: ErrorCode, field?: string | RefusalExtra) {
    super(ERRORS[code].detail);
    this.code = code;
    this.extra =
      typeof field === 'string' ? { errors: [{ field, code, message: ERRORS[code].detail }] } : (field ?? {});
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** Whether the error is the refusal with this code. */
export function isRefusal(error: unknown, code: ErrorCode): error is Refusal {
  return error instanceof Refusal && error.code === code;
}

/** `null` in place of a refusal; a failure, such as a lost database, is still thrown. */
export async function unlessRefused<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/**
 * Narrows away null and undefined; throws `not_found`, both for missing objects and for those that the person may not
 * see.
 */
export function found<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Refusal('not_found');
  return value;
}
