import { ServerLoc } from '@cusp/contract/wire';
import type { ApiErrorCode } from '../../client/api-error.ts';

/** Whether the `sid` of a link names a deployment; one that was cut off or changed on its way does not. */
export function isLocation(sid: string): boolean {
  try {
    return ServerLoc.safeParse(atob(sid.replaceAll('-', '+').replaceAll('_', '/'))).success;
  } catch {
    return false;
  }
}

const DAMAGED: readonly ApiErrorCode[] = [
  'invalid_token',
  'no_server_location',
  'not_found',
  'invalid_input',
];
const OVER: readonly ApiErrorCode[] = ['request_needed', 'invalid_state'];

/** What to say beside the reason why a link does not work: what may be wrong with it, and what to do. */
export function adviceOn(code: ApiErrorCode | null): 'linkHint' | 'requestHint' | null {
  if (code === null) return null;
  if (DAMAGED.includes(code)) return 'linkHint';
  return OVER.includes(code) ? 'requestHint' : null;
}
