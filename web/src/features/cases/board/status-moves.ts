import type { CaseListItem } from '@cusp/contract/case-list';
import type { StatusAction } from '@cusp/contract/cases';
import {
  openActions,
  STATUS_ACTIONS,
  type StatusFilter,
  shownStatus,
  statusAfter,
  waitsForAnswer,
} from '@cusp/dental/case-status';

type Movable = Pick<CaseListItem, 'usertype' | 'actions' | 'status'>;

/** The action that leads to a status. */
export const actionTo = (status: StatusFilter): StatusAction | undefined =>
  STATUS_ACTIONS.find((action) => shownStatus(statusAfter(action)) === status);

export type Obstacle = 'here' | 'waits' | 'otherSide' | 'notFromHere';

/** Why a case cannot be given a status, by the actions that the server allows; null if it can. */
export function obstacleTo(item: Movable, to: StatusFilter): Obstacle | null {
  const { usertype, actions, status } = item;
  if (shownStatus(status.code) === to) return 'here';
  const action = actionTo(to);
  if (!action) return 'notFromHere';
  if (actions.includes(action)) return null;
  const isOpen = (side: Movable['usertype']) => openActions(side, status.code, status.prev).includes(action);
  if (isOpen(usertype) && waitsForAnswer(action)) return 'waits';
  return isOpen(usertype === 'OT' ? 'AU' : 'OT') ? 'otherSide' : 'notFromHere';
}
