/**
 * What may happen to the status of a case, for the menu and for the server alike.
 * `READ` is `OPEN` after the recipient's side has opened the case; people see both as Open.
 */

/** OT the recipient's side, AU the author, SG the author's share group. */
export const CASE_SIDES = ['OT', 'AU', 'SG'] as const;
export type CaseSide = (typeof CASE_SIDES)[number];

export const STATUS_CODES = ['OPEN', 'READ', 'PROC', 'COMP', 'REOP', 'CLSD'] as const;
export type StatusCode = (typeof STATUS_CODES)[number];

export const STATUS_ACTIONS = ['OPEN', 'PROC', 'COMP', 'CLSD', 'REOP'] as const;
export type StatusAction = (typeof STATUS_ACTIONS)[number];

/** The statuses people see and filter by, in the order a case runs through them. */
export const STATUS_FILTERS = ['Open', 'InProgress', 'Completed', 'Reopened', 'Closed'] as const;
export type StatusFilter = (typeof STATUS_FILTERS)[number];

/** What an edit is: `change` applies at once, `proposal` waits until the recipient's side accepts it. */
export const EDIT_MODES = ['change', 'proposal'] as const;
export type EditMode = (typeof EDIT_MODES)[number];

export const STATUS_LABELS: Readonly<Record<StatusCode, string>> = {
  OPEN: 'Open',
  READ: 'Open',
  PROC: 'In Progress',
  COMP: 'Completed',
  REOP: 'Reopened',
  CLSD: 'Closed',
};

const SHOWN_AS: Readonly<Record<StatusCode, StatusFilter>> = {
  OPEN: 'Open',
  READ: 'Open',
  PROC: 'InProgress',
  COMP: 'Completed',
  REOP: 'Reopened',
  CLSD: 'Closed',
};

/** The status that people see; READ is shown as Open. */
export const shownStatus = (status: StatusCode): StatusFilter => SHOWN_AS[status];

/** The statuses that a filter finds; Open finds OPEN and READ. */
export function statusesOfFilter(filter: StatusFilter): StatusCode[] {
  return STATUS_CODES.filter((status) => shownStatus(status) === filter);
}

function authorActions(status: StatusCode, previous: StatusCode | null): readonly StatusAction[] {
  switch (status) {
    case 'OPEN':
    case 'READ':
    case 'PROC':
      return ['CLSD'];
    case 'COMP':
      return ['REOP', 'CLSD'];
    case 'REOP':
      return ['COMP', 'CLSD'];
    case 'CLSD':
      return previous === 'OPEN' || previous === 'READ' ? ['OPEN'] : ['COMP', 'REOP'];
  }
}

function recipientActions(status: StatusCode): readonly StatusAction[] {
  switch (status) {
    case 'OPEN':
    case 'READ':
      return ['PROC'];
    case 'PROC':
      return ['OPEN', 'COMP'];
    case 'COMP':
    case 'REOP':
      return ['PROC'];
    case 'CLSD':
      return [];
  }
}

/** Actions open to a side (AU author, SG the author's share group, OT recipient's side), in menu order. `previous` is the status before closing and matters for CLSD only. */
export function openActions(
  side: CaseSide,
  status: StatusCode,
  previous: StatusCode | null,
): readonly StatusAction[] {
  return side === 'OT' ? recipientActions(status) : authorActions(status, previous);
}

/** Whether an action waits until a proposed change of the order is answered: nobody completes what may still change. */
export const waitsForAnswer = (action: StatusAction): boolean => action === 'COMP';

/** What an edit of a sent order is: it applies at once until work begins, then it needs consent; null when not allowed. */
export function editModeOf(side: CaseSide, status: StatusCode): EditMode | null {
  if (side === 'OT' || status === 'CLSD') return null;
  return status === 'OPEN' || status === 'READ' ? 'change' : 'proposal';
}

/** The status that an action leads to. */
export function statusAfter(action: StatusAction): StatusCode {
  return action;
}

/** The status after a person of a side has opened the case: only the recipient's side changes it, the first time. */
export function statusAfterOpening(side: CaseSide, status: StatusCode): StatusCode {
  return side === 'OT' && status === 'OPEN' ? 'READ' : status;
}
