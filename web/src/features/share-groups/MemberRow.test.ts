import { expect, test } from 'vitest';
import { actionsOf } from './MemberRow.tsx';

test.each([
  ['REQD', 'inviter', ['again', 'takeBack']],
  ['REQD', 'invited', ['accept', 'reject']],
  ['REQD', 'other', []],
  ['REJD', 'inviter', ['takeBack', 'again']],
  ['REJD', 'invited', []],
  ['ACCD', 'inviter', ['makeOwner', 'removeMember']],
  ['ACCD', 'invited', ['leave']],
  ['ACCD', 'other', []],
] as const)('the actions of %s for the %s', (status, part, actions) => {
  const row = { status, Im_requester: part === 'inviter', Im_invited: part === 'invited' };
  expect(actionsOf({ ...row, is_owner: false, is_unknown: false })).toEqual(actions);
  expect(actionsOf({ ...row, is_owner: true, is_unknown: false })).toEqual([]);
  expect(actionsOf({ ...row, is_owner: false, is_unknown: true })).not.toContain('makeOwner');
});
