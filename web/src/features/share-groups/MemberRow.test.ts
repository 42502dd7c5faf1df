import { expect, test } from 'vitest';
import { actionsOf } from './MemberRow.tsx';

const row = { is_owner: false, is_unknown: false, offered_until: null };

test.each([
  ['REQD', 'inviter', ['again', 'takeBack']],
  ['REQD', 'invited', ['accept', 'reject']],
  ['REQD', 'other', []],
  ['REJD', 'inviter', ['takeBack', 'again']],
  ['REJD', 'invited', []],
  ['ACCD', 'inviter', ['offer', 'removeMember']],
  ['ACCD', 'invited', ['leave']],
  ['ACCD', 'other', []],
] as const)('the actions of %s for the %s', (status, part, actions) => {
  const shown = { ...row, status, Im_requester: part === 'inviter', Im_invited: part === 'invited' };
  expect(actionsOf(shown)).toEqual(actions);
  expect(actionsOf({ ...shown, is_owner: true })).toEqual([]);
  expect(actionsOf({ ...shown, is_unknown: true })).not.toContain('offer');
});

test('an offered group is withdrawn by its owner, answered by the member, and offered to nobody else', () => {
  const member = { ...row, status: 'ACCD', Im_requester: true, Im_invited: false } as const;
  const offered_until = '2026-12-02T09:00:00.000Z';
  expect(actionsOf({ ...member, offered_until }, { isOffered: true })).toEqual([
    'withdrawOffer',
    'removeMember',
  ]);
  expect(actionsOf(member, { isOffered: true })).toEqual(['removeMember']);
  expect(actionsOf({ ...member, offered_until, Im_requester: false, Im_invited: true })).toEqual([
    'acceptOffer',
    'declineOffer',
    'leave',
  ]);
});
