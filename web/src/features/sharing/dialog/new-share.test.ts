import { createShare } from '@cusp/contract/sharing';
import { expect, test } from 'vitest';
import { emptyShare, isWhole, type NewShare, wishOf } from './new-share.ts';

const KEY = '7a0f1c9e-6f5d-4c53-9a5e-0d5f2c1b7a11';
const share = (part: Partial<NewShare> = {}): NewShare => ({
  ...emptyShare('en'),
  recipient: ' Dr. Far ',
  ...part,
});

test.each([
  [{}, true],
  [{ recipient: ' ' }, false],
  [{ until: 'date' }, false],
  [{ until: 'date', day: '2026-05-01' }, true],
  [{ isMailed: true }, false],
  [{ isMailed: true, email: 'far@elsewhere.example' }, true],
] as [Partial<NewShare>, boolean][])('%j is complete: %s', (part, whole) => {
  expect(isWhole(share(part))).toBe(whole);
  if (whole) expect(createShare.body.safeParse(wishOf(share(part), KEY)).success).toBe(true);
});

test('a number of days is sent as days, a date as its local end', () => {
  expect(wishOf(share({ until: '30' }), KEY)).toMatchObject({
    recipient: 'Dr. Far',
    days: 30,
    until: undefined,
  });
  const { days, until } = wishOf(share({ until: 'date', day: '2026-05-01' }), KEY);
  expect([days, until]).toEqual([undefined, new Date(2026, 4, 1, 23, 59, 59).toISOString()]);
});

test('an email address that was typed but not selected is not sent', () => {
  expect(wishOf(share({ isMailed: false, email: 'far@elsewhere.example' }), KEY).mail).toBeUndefined();
});
