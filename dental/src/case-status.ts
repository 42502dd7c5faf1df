/**
 * The rules of case status, shared by the menu and the server.
 * `READ` is `OPEN` after the recipient's side has opened the case; people see both as Open.
 */

/** OT the recipient's side, AU the author, SG the author's share group. */
export const CASE_SIDES = ['OT', 'AU', 'SG'] as const;
export type CaseSide = (typeof CASE_SIDES)[number];

export const STATUS_CODES = ['OPEN', 'READ', 'PROC', 'COMP', 'REOP', 'CLSD'] as const;
export type StatusCode = (typeof STATUS_CODES)[number];

export const STATUS_ACTIONS = ['OPEN', 'PROC', 'COMP', 'CLSD', 'REOP'] as const;
export type StatusAction = (typeof STATUS_ACTIONS)[number];

/** The statuses that people see and filter by, in the order of a case's life. */
export const STATUS_FILTERS = ['Open', 'InProgress', 'Completed', 'Reopened', 'Closed'] as const;
export type StatusFilter = (typeof STATUS_FILTERS)[number];

/** Whether an edit applies at once (`change`) or waits until the recipient's side accepts it (`proposal`). */
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

/** The statuses that a filter matches; Open matches OPEN and READ. */
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
    default:
      return actionsOfUnknown(status);
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
    default:
      return actionsOfUnknown(status);
  }
}

/** A page may be older than its server. */
const actionsOfUnknown = (_status: never): readonly StatusAction[] => [];

/**
 * Actions that a side may take, in menu order (AU author, SG the author's share group, OT recipient's side). `previous`
 * is the status before closing, used only for CLSD.
 */
export function openActions(
  side: CaseSide,
  status: StatusCode,
  previous: StatusCode | null,
): readonly StatusAction[] {
  return side === 'OT' ? recipientActions(status) : authorActions(status, previous);
}

const USUALLY_NEXT: Readonly<
  Record<'recipient' | 'author', Partial<Record<StatusCode, readonly StatusAction[]>>>
> = {
  recipient: { OPEN: ['PROC'], READ: ['PROC'], REOP: ['PROC'], PROC: ['COMP'] },
  author: { COMP: ['CLSD'], CLSD: ['REOP', 'OPEN'] },
};

/** The action of a side's usual next step, if it is among those open to it; null while the other side has to act. */
export function nextAction(
  side: CaseSide,
  status: StatusCode,
  open: readonly StatusAction[],
): StatusAction | null {
  const usual = USUALLY_NEXT[side === 'OT' ? 'recipient' : 'author'][status] ?? [];
  return usual.find((action) => open.includes(action)) ?? null;
}

/** Side that has to act next, from the point of view of one side. */
export const WAITS = ['us', 'them'] as const;
export type Waits = (typeof WAITS)[number];

/**
 * The statuses in which a case waits for a side: work waits for the recipient, completed work for the author, and
 * closed cases for neither.
 */
const WAITING_FOR = {
  recipient: ['OPEN', 'READ', 'PROC', 'REOP'],
  author: ['COMP'],
} as const satisfies Record<'recipient' | 'author', readonly StatusCode[]>;

/** The statuses in which a case waits for `us` or `them`, seen from a side. */
export const waitingStatuses = (waits: Waits, side: 'recipient' | 'author'): readonly StatusCode[] =>
  WAITING_FOR[(waits === 'us') === (side === 'author') ? 'author' : 'recipient'];

/**
 * Whether an action must wait until a proposed change is answered: work cannot be completed while it may still change.
 */
export const waitsForAnswer = (action: StatusAction): boolean => action === 'COMP';

/** The actions of {@link openActions} that need not wait for the answer to a proposed change. */
export const allowedActions = (
  side: CaseSide,
  status: StatusCode,
  previous: StatusCode | null,
  hasOpenProposal: boolean,
): StatusAction[] =>
  openActions(side, status, previous).filter((action) => !hasOpenProposal || !waitsForAnswer(action));

/** Mode of an edit of a sent order: direct until work begins, then a proposal; null if the side may not edit. */
export function editModeOf(side: CaseSide, status: StatusCode): EditMode | null {
  if (side === 'OT' || status === 'CLSD') return null;
  return status === 'OPEN' || status === 'READ' ? 'change' : 'proposal';
}

/** The status that an action leads to. */
export function statusAfter(action: StatusAction): StatusCode {
  return action;
}

/** The status after a side has opened the case; only the first opening by the recipient's side changes it. */
export function statusAfterOpening(side: CaseSide, status: StatusCode): StatusCode {
  return side === 'OT' && status === 'OPEN' ? 'READ' : status;
}
