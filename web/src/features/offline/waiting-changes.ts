import { changeStatus } from '@cusp/contract/case-changes.routes';
import type { StatusCode } from '@cusp/contract/cases';
import { getCaseContent } from '@cusp/contract/cases.routes';
import { addComment } from '@cusp/contract/comments.routes';
import type { InputTo } from '@cusp/contract/endpoints';
import { shownStatus } from '@cusp/dental/case-status';
import { ApiError, isTemporary } from '../../client/api-error.ts';
import { call } from '../../client/call.ts';

type Comment = InputTo<typeof addComment>['body'];
type Status = InputTo<typeof changeStatus>['body'];

/** A change that was made without a connection. */
export type Change = { kind: 'comment'; body: Comment } | { kind: 'status'; body: Status };

interface Refusal extends Pick<ApiError, 'status' | 'code' | 'changedBy'> {
  /** The current status of the case, if that is the reason. */
  now?: StatusCode;
  /** A retry is useless: the status cannot be set from there. */
  isFinal?: boolean;
}

export interface Waiting {
  id: string;
  caseId: number;
  /** Patient and number of the case. */
  name: string;
  /** ISO 8601 time at which the person made it. */
  at: string;
  change: Change;
  /** Why the server refused it; null while it waits to be sent. */
  refusal: Refusal | null;
  /** At the last attempt, the practice of the case was being moved to the other region. */
  isMoving?: boolean;
}

type Outcome =
  | { kind: 'sent' }
  | { kind: 'later' }
  /** Waits for the end of the move of its practice; changes of other cases can be sent meanwhile. */
  | { kind: 'moving'; refusal: null }
  | { kind: 'refused'; refusal: Refusal };

/** Sends a waiting change by the same endpoint as with a connection. */
export async function send({ caseId, change }: Waiting, signal: AbortSignal): Promise<Outcome> {
  const params = { id: caseId };
  try {
    // The server adds a comment once, however often its key arrives.
    if (change.kind === 'comment') await call(addComment, { params, body: change.body }, { signal });
    else await call(changeStatus, { params, body: change.body }, { signal });
    return { kind: 'sent' };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, code, changedBy } = error;
    // With 401 the session is over: the person signs in again, and it is sent then.
    if (code === 'moving') return { kind: 'moving', refusal: null };
    const isLater = code === 'aborted' || [401, 429].includes(status) || status >= 500;
    if (isTemporary(error) || isLater) return { kind: 'later' };
    if (change.kind !== 'status' || code !== 'action_not_open')
      return { kind: 'refused', refusal: { status, code, changedBy } };
    const now = await call(getCaseContent, { params }, { signal }).catch(() => null);
    if (!now) return { kind: 'later' };
    // The reply to an earlier attempt may have been lost.
    if (shownStatus(now.status.code) === shownStatus(change.body.action)) return { kind: 'sent' };
    const isFinal = !now.actions.includes(change.body.action);
    return { kind: 'refused', refusal: { status, code, changedBy, now: now.status.code, isFinal } };
  }
}

/** The change for another attempt; a status is then based on the one that the person has been shown. */
export function renewed({ change, refusal }: Waiting): Change {
  if (change.kind === 'comment' || !refusal?.now) return change;
  return { kind: 'status', body: { ...change.body, was: refusal.now } };
}
