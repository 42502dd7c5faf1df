import type { CaseContent, StatusAction } from '@cusp/contract/cases';
import type { ErrorCode } from '@cusp/contract/errors';
import {
  openActions,
  STATUS_ACTIONS,
  shownStatus,
  statusAfter,
  waitsForAnswer,
} from '@cusp/dental/case-status';

/** A change of all selected cases. */
export type BulkChange =
  | { kind: 'status'; action: StatusAction }
  | { kind: 'assignee'; id: number | null }
  | { kind: 'download' }
  | { kind: 'forms' };

/** Why a case is left out of a change. */
export type Hindrance =
  | { why: 'gone' | 'waits' | 'already' | 'noAssigning' | 'closed' | 'noFiles' | 'failed' }
  | { why: 'fromStatus'; status: CaseContent['status']['code'] };

/** A selected case as it is now, or the code with which the server refused to show it. */
export type Checked = CaseContent | ErrorCode | 'offline' | 'aborted';

type Wanted = Pick<CaseContent, 'usertype' | 'status' | 'actions' | 'can_assign' | 'assignee'>;

/** Why the change is not possible for a case, according to the server; null if it is. */
export function hindranceOf(found: Wanted | string, change: BulkChange, hasFiles = true): Hindrance | null {
  if (typeof found === 'string') return { why: found === 'not_found' ? 'gone' : 'failed' };
  if (change.kind === 'forms') return null;
  if (change.kind === 'download') return hasFiles ? null : { why: 'noFiles' };
  const { usertype, status, actions } = found;
  if (change.kind === 'assignee') {
    if (!found.can_assign) return { why: status.code === 'CLSD' ? 'closed' : 'noAssigning' };
    return (found.assignee?.id ?? null) === change.id ? { why: 'already' } : null;
  }
  if (actions.includes(change.action)) return null;
  if (shownStatus(statusAfter(change.action)) === shownStatus(status.code)) return { why: 'already' };
  const isWaiting = openActions(usertype, status.code, status.prev).includes(change.action);
  if (isWaiting && waitsForAnswer(change.action)) return { why: 'waits' };
  return { why: 'fromStatus', status: status.code };
}

/** The actions that at least one of the cases allows. */
export const actionsOf = (checked: Iterable<Checked>): StatusAction[] => {
  const open = new Set([...checked].flatMap((each) => (typeof each === 'string' ? [] : each.actions)));
  return STATUS_ACTIONS.filter((action) => open.has(action));
};
