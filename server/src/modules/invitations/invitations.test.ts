import { describe, expect, it } from 'vitest';
import { createGroup, createLabUser, createUser } from '../../testing/factories.ts';
import { acceptPath, ask, groupScreen, invitedPair, lastEvent, listsOf } from '../../testing/partners.ts';
import { createTestApp, openTestApp } from '../../testing/test-app.ts';
import { INVITATION_LIMITS } from './invitation-limit.ts';

const t = await openTestApp();

const DAY_MS = 24 * 60 * 60 * 1000;
const tokenColumns = (table: 'connection' | 'group_member', id: number) =>
  t.services.db
    .selectFrom(table)
    .select(['token_hash', 'token_expires_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** A request and an invitation that wait for an answer. */
async function open() {
  const [me, lab] = [await createUser(t.services), await createLabUser(t.services)];
  await ask(t, me, lab.email);
  const [request] = (await listsOf(t, lab)).pending;
  return { me, lab, id: Number(request?.id), accept: await acceptPath(t, lab), ...(await invitedPair(t)) };
}

describe('a token', () => {
  it('an invitation token works for fourteen days', async () => {
    const { id, row } = await open();
    for (const { token_expires_at } of [
      await tokenColumns('connection', id),
      await tokenColumns('group_member', row.id),
    ]) {
      const days = ((token_expires_at?.getTime() ?? 0) - Date.now()) / DAY_MS;
      expect(days).toBeGreaterThan(13.9);
      expect(days).toBeLessThanOrEqual(14);
    }
  });

  it.each(['accepted', 'rejected'])('an invitation that is %s keeps no token', async (how) => {
    const { lab, id, accept, invited, row, path: join } = await open();
    const [answer, reply] = [await t.as(lab), await t.as(invited)];
    if (how === 'accepted') {
      await answer.put(accept);
      await reply.put(join);
    } else {
      await answer.put(`/v1/connections/${id}/reject/`);
      await reply.put(`/v1/group/users/${row.id}/reject/`);
    }
    const none = { token_hash: null, token_expires_at: null };
    expect(await tokenColumns('connection', id)).toEqual(none);
    expect(await tokenColumns('group_member', row.id)).toEqual(none);
  });
});

describe('rejecting and withdrawing', () => {
  const audienceOf = async (name: string) => (await lastEvent(t, name))?.audience.toSorted();

  it('rejecting and withdrawing send events to both people and not to their groups', async () => {
    const { me, lab, id, owner, invited, row } = await open();
    await createGroup(t.services, lab, [await createLabUser(t.services)]);
    await (await t.as(lab)).put(`/v1/connections/${id}/reject/`);
    expect(await audienceOf('contact_rejected')).toEqual([me.id, lab.id].toSorted());
    await (await t.as(invited)).put(`/v1/group/users/${row.id}/reject/`);
    expect(await audienceOf('sguser_rejected')).toEqual([owner.id, invited.id].toSorted());
    await (await t.as(me)).delete(`/v1/connections/${id}/remove/`);
    expect(await audienceOf('contact_deleted')).toEqual([me.id, lab.id].toSorted());
    await (await t.as(owner)).delete(`/v1/group/users/${row.id}/remove/`);
    expect(await audienceOf('sguser_deleted')).toEqual([owner.id, invited.id].toSorted());
  });
});

it('the daily limit of invitations covers both kinds together', async () => {
  const { owner, groupId } = await invitedPair(t);
  const sent = { sender_id: owner.id, sent_at: new Date(Date.now() - DAY_MS / 2) };
  await t.services.db
    .insertInto('invitation_mail')
    .values(
      Array.from({ length: INVITATION_LIMITS.bySender - 2 }, (_, at) => ({
        ...sent,
        email_key: `somebody-${at}@cusp.example`,
      })),
    )
    .execute();
  expect((await ask(t, owner, 'last-but-one@cusp.example')).statusCode).toBe(200);
  const invite = await (await t.as(owner)).post(`/v1/group/${groupId}/request/0/`, {
    email: 'x@cusp.example',
  });
  expect([invite.statusCode, invite.json().code]).toEqual([429, 'too_many_requests']);
  expect((await ask(t, owner, 'one-more@cusp.example')).statusCode).toBe(429);
  expect((await groupScreen(t, owner)).sg_users.pending).toHaveLength(1);
});

it('switching rate limits off also switches off the limit of invitations', async () => {
  const free = await createTestApp({ config: { rateLimitFactor: 0 } });
  try {
    const { owner } = await invitedPair(free);
    const mails = Array.from({ length: INVITATION_LIMITS.bySender }, (_, at) => ({
      sender_id: owner.id,
      sent_at: new Date(),
      email_key: `somebody-${at}@cusp.example`,
    }));
    await free.services.db.insertInto('invitation_mail').values(mails).execute();
    expect((await ask(free, owner, 'one-more@cusp.example')).statusCode).toBe(200);
  } finally {
    await free.close();
  }
});
