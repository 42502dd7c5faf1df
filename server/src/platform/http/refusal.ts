import { ERRORS, type ErrorBody, type ErrorCode, type FieldIssue } from '@cusp/contract/errors';

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

/** The one way to say no. `field` names the input it is about; thrown inside a use case it rolls back. */
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

/** Narrows away null and undefined; what one may not see and what is not there answer alike. */
export function found<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Refusal('not_found');
  return value;
}
