import { expect, test } from 'vitest';
import {
  CASE_SIDES,
  type CaseSide,
  editModeOf,
  nextAction,
  openActions,
  STATUS_ACTIONS,
  STATUS_CODES,
  STATUS_FILTERS,
  STATUS_LABELS,
  type StatusAction,
  type StatusCode,
  statusAfter,
  statusAfterOpening,
  statusesOfFilter,
} from './case-status.ts';

const CASE_STATUSES = STATUS_CODES;

const ANY = [null, ...CASE_STATUSES] as const;

/** One row per cell of the status menu: sides, status, previous statuses, actions in order. */
const MENU: [CaseSide[], StatusCode, readonly (StatusCode | null)[], StatusAction[]][] = [
  [['AU', 'SG'], 'OPEN', ANY, ['CLSD']],
  [['AU', 'SG'], 'READ', ANY, ['CLSD']],
  [['AU', 'SG'], 'PROC', ANY, ['CLSD']],
  [['AU', 'SG'], 'COMP', ANY, ['REOP', 'CLSD']],
  [['AU', 'SG'], 'REOP', ANY, ['COMP', 'CLSD']],
  [['AU', 'SG'], 'CLSD', ['OPEN', 'READ'], ['OPEN']],
  [['AU', 'SG'], 'CLSD', [null, 'PROC', 'COMP', 'REOP', 'CLSD'], ['COMP', 'REOP']],
  [['OT'], 'OPEN', ANY, ['PROC']],
  [['OT'], 'READ', ANY, ['PROC']],
  [['OT'], 'PROC', ANY, ['OPEN', 'COMP']],
  [['OT'], 'COMP', ANY, ['PROC']],
  [['OT'], 'REOP', ANY, ['PROC']],
  [['OT'], 'CLSD', ANY, []],
];

const CELLS = MENU.flatMap(([sides, status, previous, options]) =>
  sides.flatMap((side) => previous.map((before) => [side, status, before, options] as const)),
);

test('a status that only a newer server knows has no actions', () => {
  for (const side of CASE_SIDES) expect(openActions(side, 'HOLD' as StatusCode, null)).toEqual([]);
});

test('the table names every side, status and previous status once', () => {
  const keys = CELLS.map(([side, status, previous]) => `${side} ${status} ${previous}`);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.length).toBe(CASE_SIDES.length * CASE_STATUSES.length * ANY.length);
});

test.each(CELLS)('%s on %s (before: %s) may %j', (side, status, previous, options) => {
  expect(openActions(side, status, previous)).toEqual(options);
});

test.each([
  ['OPEN', 'change'],
  ['READ', 'change'],
  ['PROC', 'proposal'],
  ['COMP', 'proposal'],
  ['REOP', 'proposal'],
  ['CLSD', null],
] as const)(
  'an order in %s is edited as %s by the author’s side, and never by the other side',
  (status, mode) => {
    expect(editModeOf('AU', status)).toBe(mode);
    expect(editModeOf('SG', status)).toBe(mode);
    expect(editModeOf('OT', status)).toBeNull();
  },
);

test('no action leads to the current status of the case', () => {
  for (const [, status, , options] of CELLS) expect(options.map(statusAfter)).not.toContain(status);
});

test('an action is the code of the status that follows', () => {
  expect(STATUS_ACTIONS.map(statusAfter)).toEqual(['OPEN', 'PROC', 'COMP', 'CLSD', 'REOP']);
});

test('only the first opening by the recipient changes an open case to READ', () => {
  for (const side of CASE_SIDES)
    for (const status of CASE_STATUSES)
      expect(statusAfterOpening(side, status)).toBe(side === 'OT' && status === 'OPEN' ? 'READ' : status);
});

test('each status has a label and a filter', () => {
  expect(STATUS_LABELS).toEqual({
    OPEN: 'Open',
    READ: 'Open',
    PROC: 'In Progress',
    COMP: 'Completed',
    REOP: 'Reopened',
    CLSD: 'Closed',
  });
  expect(STATUS_FILTERS.map(statusesOfFilter)).toEqual([
    ['OPEN', 'READ'],
    ['PROC'],
    ['COMP'],
    ['REOP'],
    ['CLSD'],
  ]);
});

test.each([
  ['OT', 'OPEN', null, 'PROC'],
  ['OT', 'READ', null, 'PROC'],
  ['OT', 'PROC', null, 'COMP'],
  ['OT', 'COMP', null, null],
  ['OT', 'REOP', null, 'PROC'],
  ['OT', 'CLSD', 'PROC', null],
  ['AU', 'OPEN', null, null],
  ['SG', 'PROC', null, null],
  ['AU', 'COMP', null, 'CLSD'],
  ['SG', 'REOP', null, null],
  ['AU', 'CLSD', 'COMP', 'REOP'],
  ['AU', 'CLSD', 'READ', 'OPEN'],
] as const)('the usual next step of %s on %s (before: %s) is %j', (side, status, previous, next) => {
  expect(nextAction(side, status, openActions(side, status, previous))).toBe(next);
});

test('a step that is not open to a side is not its next one', () => {
  expect(nextAction('OT', 'PROC', ['OPEN'])).toBeNull();
  expect(nextAction('OT', 'OPEN', [])).toBeNull();
});
