import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { NOBODY } from '../../platform/http/actor.ts';
import { encodeId } from '../../platform/http/idb64.ts';
import { inTransaction } from '../../platform/work.ts';
import { createGroup, createUser } from '../../testing/factories.ts';
import { ask, auditOf, createMember, PASSWORD, signIn, signUpForm } from '../../testing/sign-in.ts';
import { openTestApp } from '../../testing/test-app.ts';
import { createMailToken } from './mail-tokens.ts';

const t = await openTestApp();

const activate = (id: number, token: string) =>
  t.nobody.post('/v1/auth/activate/', { uidb64: encodeId(id), token });
const tokenFor = (userId: number, purpose: 'activate' | 'reset' = 'activate') =>
  inTransaction(t.services, NOBODY, (work) => createMailToken(work.tx, userId, purpose));
const isActive = async (id: number) => {
  const row = await t.services.db
    .selectFrom('app_user')
    .select('activated_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.activated_at !== null;
};
const newcomer = () => createMember(t, { activated_at: null });

async function newcomerWithToken() {
  const user = await newcomer();
  return { ...user, token: await tokenFor(user.id) };
}

describe('an activation link does not work', () => {
  test('activation link is refused if made up, somebody else’s, for another purpose, or expired', async () => {
    const user = await newcomerWithToken();
    const other = await newcomerWithToken();
    const expired = await newcomerWithToken();
    await t.services.db
      .updateTable('mail_token')
      .set({ expires_at: sql<Date>`now() - interval '1 second'` })
      .where('user_id', '=', expired.id)
      .execute();
    const replies = [
      await activate(user.id, 'made-up'),
      await activate(user.id, other.token),
      await activate(user.id, await tokenFor(user.id, 'reset')),
      await activate(expired.id, expired.token),
      await activate(999_999, user.token),
      await t.nobody.post('/v1/auth/activate/', { uidb64: 'zz', token: user.token }),
    ];
    for (const reply of replies) {
      expect(reply.statusCode).toBe(400);
      expect(reply.json()).toMatchObject({ code: 'activation_link_invalid' });
    }
    for (const { id } of [user, other, expired]) expect(await isActive(id)).toBe(false);
  });

  test('activation link is refused when the account was deleted', async () => {
    const user = await newcomerWithToken();
    await t.services.db
      .updateTable('app_user')
      .set({ deleted_at: new Date() })
      .where('id', '=', user.id)
      .execute();
    expect((await activate(user.id, user.token)).statusCode).toBe(400);
  });

  test('activation link is refused if only its stored hash is known', async () => {
    const user = await newcomerWithToken();
    const { hash } = await t.services.db
      .selectFrom('mail_token')
      .select('hash')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow();
    expect(hash.toString('base64url')).not.toBe(user.token);
    expect((await activate(user.id, hash.toString('base64url'))).statusCode).toBe(400);
  });
});

describe('an activation link', () => {
  test('activation link activates the account', async () => {
    const user = await newcomerWithToken();
    expect((await signIn(t, user.email)).statusCode).toBe(401);
    const reply = await activate(user.id, user.token);
    expect(reply.statusCode, reply.body).toBe(200);
    expect(reply.headers['set-cookie']).toBeUndefined();
    expect((await signIn(t, user.email, PASSWORD)).statusCode).toBe(200);
    expect(await auditOf(t, user.id)).toContain('authn_activate');
  });

  test('activation link opened again or twice at once gives the same answer, and activates once', async () => {
    const user = await newcomerWithToken();
    const first = await Promise.all([activate(user.id, user.token), activate(user.id, user.token)]);
    const again = await activate(user.id, user.token);
    for (const reply of [...first, again]) expect(reply.statusCode).toBe(200);
    expect((await auditOf(t, user.id)).filter((action) => action === 'authn_activate')).toHaveLength(1);
  });

  test('activation link stops working once expired, used or not', async () => {
    const user = await newcomerWithToken();
    await activate(user.id, user.token);
    await t.services.db
      .updateTable('mail_token')
      .set({ expires_at: sql<Date>`now() - interval '1 second'` })
      .where('user_id', '=', user.id)
      .execute();
    expect((await activate(user.id, user.token)).statusCode).toBe(400);
  });

  test('activation invalidates the account’s earlier links', async () => {
    const user = await newcomerWithToken();
    const later = await tokenFor(user.id);
    await activate(user.id, later);
    const open = await t.services.db
      .selectFrom('mail_token')
      .select('hash')
      .where('user_id', '=', user.id)
      .where('used_at', 'is', null)
      .execute();
    expect(open).toEqual([]);
  });

  test('activation delivers the requests that waited for the address, with events to both sides', async () => {
    const asker = await createUser(t.services);
    const user = await newcomerWithToken();
    const waiting = { user_id: null, email: user.email, email_key: user.email_key, status: 'REQD' } as const;
    const none = { token_hash: null, token_expires_at: null };
    const connection = await t.services.db
      .insertInto('connection')
      .values({ ...waiting, ...none, owner_id: asker.id, pair_key: `${asker.email_key} ${user.email_key}` })
      .returning('id')
      .executeTakeFirstOrThrow();
    const group = await createGroup(t.services, asker);
    await t.services.db
      .insertInto('group_member')
      .values({ ...waiting, ...none, group_id: group.id, requester_id: asker.id })
      .execute();

    expect((await (await t.as(user)).get('/v1/user/alarms/')).json()).toEqual({ contacts: [], sg_users: [] });
    await activate(user.id, user.token);
    const alarms = (await (await t.as(user)).get('/v1/user/alarms/')).json();
    expect(alarms).toEqual({ contacts: [{ id: connection.id }], sg_users: [{ id: expect.any(Number) }] });
    const events = await t.services.db
      .selectFrom('event')
      .select(['name', 'audience'])
      .orderBy('id')
      .execute();
    expect(events.map(({ name }) => name).sort()).toEqual(['contact_requested', 'sguser_requested']);
    for (const { audience } of events) expect(audience).toEqual(expect.arrayContaining([user.id, asker.id]));
  });
});

describe('asking for the activation mail again', () => {
  const resend = (uid: string) => t.nobody.post('/v1/auth/request-activate/', { uid });
  const links = (userId: number) =>
    t.services.db.selectFrom('mail_token').select('hash').where('user_id', '=', userId).execute();
  const pauseOver = () =>
    t.services.db
      .updateTable('mail_request')
      .set({ asked_at: sql<Date>`asked_at - interval '61 seconds'` })
      .execute();

  test('resending gives the same answer for unknown, active and waiting accounts', async () => {
    const active = await createMember(t);
    const waiting = await newcomer();
    const uids = ['zz', encodeId(999_999), encodeId(active.id), encodeId(waiting.id)];
    for (const uid of uids) {
      const reply = await resend(uid);
      expect([reply.statusCode, reply.json()]).toEqual([200, { sent: true, next_in: 60 }]);
    }
    for (const uid of uids) expect((await resend(uid)).json()).toMatchObject({ sent: false });
    expect(await links(active.id)).toHaveLength(0);
    expect(await links(waiting.id)).toHaveLength(1);
  });

  test('resending is limited to one a minute and five an hour, also concurrently, and the answer says so', async () => {
    const user = await newcomer();
    const replies = await Promise.all(Array.from({ length: 5 }, () => resend(encodeId(user.id))));
    expect(replies.filter((reply) => reply.json().sent)).toHaveLength(1);
    expect(await links(user.id)).toHaveLength(1);
    for (let times = 0; times < 4; times += 1) {
      await pauseOver();
      expect((await resend(encodeId(user.id))).json().sent).toBe(true);
    }
    await pauseOver();
    const sixth = (await resend(encodeId(user.id))).json();
    expect(sixth.sent).toBe(false);
    // Until the first of the five is an hour old.
    expect(sixth.next_in).toBeGreaterThan(50 * 60);
    expect(sixth.next_in).toBeLessThanOrEqual(3600 - 5 * 61);
    expect(await links(user.id)).toHaveLength(5);
  });

  test('resending is limited from the sign-up on, whose mail counts', async () => {
    const signedUp = (
      await ask(t, {
        path: '/v1/auth/signup/',
        body: await signUpForm(t, { username: 'paced@clinic.example' }),
      })
    ).json();
    expect(signedUp).toEqual({ uid: expect.any(String), next_in: 60 });
    expect((await resend(signedUp.uid)).json()).toMatchObject({ sent: false });
    await pauseOver();
    expect((await resend(signedUp.uid)).json()).toMatchObject({ sent: true });
  });
});
