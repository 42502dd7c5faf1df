import { describe, expect, test } from 'vitest';
import { createPasskey, createUser } from '../../testing/factories.ts';
import { mailsOf } from '../../testing/sign-in.ts';
import { outcomeOf, stepResetsOf } from '../../testing/step-resets.ts';
import { openTestApp } from '../../testing/test-app.ts';

const t = await openTestApp({ work: true });
const { db } = t.services;
const resets = await stepResetsOf(t);
const { stella, tom, staff, other, path, askFor, approve, requested } = resets;
const { createKeyUser, stateOf, actionsOf, hasSteps } = resets;
const third = await t.asStaff(await createUser(t.services, { is_staff: true }));

describe('asking is refused', () => {
  test('asking is refused for oneself, for staff, without a reason, for unknown ids and without a second step', async () => {
    await createPasskey(t.services, tom.id);
    expect(outcomeOf(await askFor(stella))).toEqual([409, 'account_is_yours']);
    expect(outcomeOf(await askFor(tom))).toEqual([409, 'account_is_staff']);
    const user = await createKeyUser();
    expect(outcomeOf(await staff.post(path(user), { reason: '  ' }))).toEqual([400, 'invalid_input']);
    expect(outcomeOf(await askFor({ id: 999_999_999 }))).toEqual([404, 'not_found']);
    expect(outcomeOf(await askFor(await createUser(t.services)))).toEqual([409, 'reset_impossible']);
    expect(await stateOf(user)).toBeUndefined();
  });

  test('asking is refused for a blocked account', async () => {
    const user = await createUser(t.services, { blocked_at: new Date(), blocked_by: stella.id });
    await createPasskey(t.services, user.id);
    expect(outcomeOf(await askFor(user))).toEqual([409, 'reset_impossible']);
  });

  test('a second reset cannot be requested, also by two staff members concurrently', async () => {
    const user = await createKeyUser();
    const replies = await Promise.all([askFor(user), askFor(user, other)]);
    expect(replies.map(outcomeOf).sort()).toEqual([
      [200, undefined],
      [409, 'reset_open'],
    ]);
    expect(outcomeOf(await askFor(user))).toEqual([409, 'reset_open']);
    expect(await actionsOf(user)).toEqual(['reset_asked']);
  });
});

describe('approving is refused', () => {
  test('approving is refused to the one who asked, for another account, an unknown id and an ended reset', async () => {
    const [user, stranger] = [await createKeyUser(), await createKeyUser()];
    const id = await requested(user);
    expect(outcomeOf(await approve(user, id, staff))).toEqual([403, 'support_own_request']);
    expect(outcomeOf(await approve(stranger, id))).toEqual([404, 'not_found']);
    expect(outcomeOf(await approve(user, id + 16_000))).toEqual([404, 'not_found']);
    expect((await other.delete(path(user, `${id}/`))).statusCode).toBe(200);
    expect(outcomeOf(await approve(user, id))).toEqual([409, 'support_not_waiting']);
    expect(await stateOf(user)).toBe('refused');
    expect(await hasSteps(user)).toBe(true);
  });

  test('approving is refused for an account that became staff, and for the request of a dismissed colleague', async () => {
    const user = await createKeyUser();
    const id = await requested(user);
    const set = (userId: number, is_staff: boolean) =>
      db.updateTable('app_user').set({ is_staff }).where('id', '=', userId).execute();
    await set(user.id, true);
    expect(outcomeOf(await approve(user, id))).toEqual([409, 'account_is_staff']);
    await set(user.id, false);
    await set(stella.id, false);
    expect(outcomeOf(await approve(user, id))).toEqual([409, 'support_not_waiting']);
    await set(stella.id, true);
    expect(await stateOf(user)).toBe('requested');
  });

  test('approving is refused for the second of two colleagues at once', async () => {
    const user = await createKeyUser();
    const id = await requested(user);
    const replies = await Promise.all([approve(user, id), approve(user, id, third)]);
    expect(replies.map(outcomeOf).sort()).toEqual([
      [200, undefined],
      [409, 'support_not_waiting'],
    ]);
    expect(await actionsOf(user)).toEqual(['reset_asked', 'reset_approved']);
    const mails = (await mailsOf(t)).filter(({ to }) => to === user.email);
    expect(mails.length).toBeLessThanOrEqual(1);
  });
});
