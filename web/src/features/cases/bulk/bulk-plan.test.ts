import type { CaseContent } from '@cusp/contract/cases';
import { openActions } from '@cusp/dental/case-status';
import { describe, expect, test } from 'vitest';
import { actionsOf, type BulkChange, hindranceOf } from './bulk-plan.ts';

type Code = CaseContent['status']['code'];
const found = (code: Code, more: object = {}) => ({
  usertype: 'OT' as const,
  status: { code, prev: null, str: '' },
  actions: [...openActions('OT', code, null)],
  can_assign: code !== 'CLSD',
  assignee: null,
  ...more,
});
const start: BulkChange = { kind: 'status', action: 'PROC' };
const complete: BulkChange = { kind: 'status', action: 'COMP' };
const assign: BulkChange = { kind: 'assignee', id: 17 };

describe('why a selected case is left out', () => {
  test.each([
    ['it is gone', 'not_found', start, { why: 'gone' }],
    ['it could not be read', 'offline', start, { why: 'failed' }],
    ['an allowed action', found('OPEN'), start, null],
    ['it has that status already', found('PROC'), start, { why: 'already' }],
    ['a status that does not allow it', found('CLSD'), start, { why: 'fromStatus', status: 'CLSD' }],
    ['completing waits for an answer', found('PROC', { actions: [] }), complete, { why: 'waits' }],
    ['assigning', found('PROC'), assign, null],
    [
      'assigned to that person',
      found('PROC', { assignee: { id: 17, name: 'A' } }),
      assign,
      { why: 'already' },
    ],
    ['nobody to nobody', found('PROC'), { kind: 'assignee', id: null }, { why: 'already' }],
    ['closed', found('CLSD'), assign, { why: 'closed' }],
    ['the other side', found('PROC', { can_assign: false }), assign, { why: 'noAssigning' }],
  ] as const)('%s', (_, item, change, expected) => {
    expect(hindranceOf(item, change)).toEqual(expected);
  });

  test('a case without files cannot be downloaded, but printed', () => {
    expect(hindranceOf(found('CLSD'), { kind: 'download' }, false)).toEqual({ why: 'noFiles' });
    expect(hindranceOf(found('CLSD'), { kind: 'download' }, true)).toBeNull();
    expect(hindranceOf(found('CLSD'), { kind: 'forms' }, false)).toBeNull();
    expect(hindranceOf('not_found', { kind: 'forms' })).toEqual({ why: 'gone' });
  });
});

test('an action is offered if one of the cases allows it', () => {
  const checked = [found('OPEN'), found('CLSD')] as unknown as CaseContent[];
  expect(actionsOf([...checked, 'not_found'])).toEqual(
    ['OPEN', 'PROC', 'COMP', 'CLSD', 'REOP'].filter((action) =>
      checked.some(({ actions }) => actions.some((each) => each === action)),
    ),
  );
  expect(actionsOf(['not_found'])).toEqual([]);
});
