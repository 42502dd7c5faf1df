import { describe, expect, it } from 'vitest';
import { createConnection, createGroup, createLabUser, createUser } from '../../testing/factories.ts';
import { acceptPath, ask, lastEvent, listsOf, mailsTo } from '../../testing/partners.ts';
import { openTestApp } from '../../testing/test-app.ts';
import { tidyInvitations } from '../invitations/invitation-limit.ts';

const t = await openTestApp();

const detailOf = async (reply: Promise<{ json(): { detail: string } }>) => (await reply).json().detail;

describe('requesting a connection by email', () => {
  it('connection request: 401 for guests', async () => {
    const reply = await t.nobody.post('/v1/connections/0/request/', { email: 'a@b.example', text: 'Hi' });
    expect(reply.statusCode).toBe(401);
  });

  it.each([['no-address'], [''], ['a@b@c'], ['x'.repeat(250)]])(
    'connection request says "data invalid" for %s',
    async (email) => {
      const me = await createUser(t.services);
      expect(await detailOf(ask(t, me, email))).toBe('data invalid');
    },
  );

  it('connection request says "data invalid" without a message', async () => {
    const me = await createUser(t.services);
    expect(await detailOf(ask(t, me, 'someone@cusp.example', { text: '  ' }))).toBe('data invalid');
  });

  it('connection request says "email same as yours", ignoring case', async () => {
    const me = await createUser(t.services);
    expect(await detailOf(ask(t, me, ` ${me.email.toUpperCase()} `))).toBe('email same as yours');
  });

  it('connection request says "same group user" for a group mate', async () => {
    const [me, mate] = [await createUser(t.services), await createUser(t.services)];
    await createGroup(t.services, me, [mate]);
    expect(await detailOf(ask(t, me, mate.email))).toBe('same group user');
    expect(await detailOf(ask(t, mate, me.email))).toBe('same group user');
  });

  it('connection request says "user not in the same region" for somebody in the other one', async () => {
    const [me, other] = [await createUser(t.services), await createLabUser(t.services, { region: 'eu' })];
    expect(await detailOf(ask(t, me, other.email))).toBe('user not in the same region');
    expect((await listsOf(t, me)).pending).toEqual([]);
  });

  it('connection request says "email already added" for a partner and for an open request', async () => {
    const [me, partner, asked] = [
      await createUser(t.services),
      await createLabUser(t.services),
      await createLabUser(t.services),
    ];
    await createConnection(t.services, partner, me);
    await ask(t, me, asked.email);
    expect(await detailOf(ask(t, me, partner.email))).toBe('email already added');
    expect(await detailOf(ask(t, me, asked.email))).toBe('email already added');
  });

  it('connection request shows to both, emits events to both, and mails the link of the accept page', async () => {
    const me = await createUser(t.services);
    const lab = await createLabUser(t.services, { language: 'de', brand: 'verdent' });
    const reply = await ask(t, me, lab.email, { alias: 'My lab' });
    expect(reply.json()).toEqual({ detail: 'request email sent' });

    const [mine] = (await listsOf(t, me)).pending;
    expect(mine).toMatchObject({ status: 'REQD', alias: 'My lab', email: lab.email, is_owner: true });
    const [theirs] = (await listsOf(t, lab)).pending;
    expect(theirs).toMatchObject({ Im_invited: true, is_owner: false, alias: '', email: me.email });
    expect(theirs?.text).toBe('Shall we work together?');

    expect((await lastEvent(t, 'contact_requested'))?.audience.toSorted()).toEqual(
      [me.id, lab.id].toSorted(),
    );
    const [mail] = await mailsTo(t, lab.email);
    expect(mail).toMatchObject({ template: 'connection-request', language: 'de', brand: 'verdent' });
    expect(mail?.params.link).toBe(
      `/connections/accept/${theirs?.idb64}/${theirs?.accept_token}?sid=${Buffer.from('US').toString('base64url')}`,
    );
  });

  it('connection request gives the token to the invited person only', async () => {
    const [me, lab] = [await createUser(t.services), await createLabUser(t.services)];
    await ask(t, me, lab.email);
    expect((await listsOf(t, me)).pending[0]?.accept_token).toBeNull();
    const stored = await t.services.db
      .selectFrom('connection')
      .select('token_hash')
      .where('owner_id', '=', me.id)
      .executeTakeFirstOrThrow();
    expect(stored.token_hash?.toString('base64url')).not.toBe(
      (await listsOf(t, lab)).pending[0]?.accept_token,
    );
  });

  it('connection request shows only the address of somebody who has not accepted', async () => {
    const me = await createUser(t.services);
    const lab = await createLabUser(t.services, { phone: '+4912345678', address: 'Secret Street 1' });
    await ask(t, me, lab.email);
    const { pending } = await listsOf(t, me);
    expect(pending[0]).toMatchObject({ name: '', institution: '', phone: '', address: '', country: '' });
    expect((await listsOf(t, me, 'Fine Lab')).pending).toEqual([]);
    expect((await listsOf(t, me, 'secret')).pending).toEqual([]);
  });

  it('connection request invites somebody without an account to sign up, with the sender’s message', async () => {
    const me = await createUser(t.services, { language: 'ko' });
    const reply = await ask(t, me, 'New.Lab+1@cusp.example');
    expect(reply.json().detail).toBe('request email sent');
    const [mail] = await mailsTo(t, 'New.Lab+1@cusp.example');
    expect(mail).toMatchObject({ template: 'connection-invite', userId: null, language: 'ko' });
    expect(mail?.params.link).toMatch(/^\/signup\?email=New\.Lab%2B1%40cusp\.example#[\w-]+\.[\w-]{43}$/);
  });

  it('connection request does not link an account that was never activated', async () => {
    const [me, sleeper] = [
      await createUser(t.services),
      await createUser(t.services, { activated_at: null }),
    ];
    await ask(t, me, sleeper.email);
    const row = await t.services.db
      .selectFrom('connection')
      .selectAll()
      .where('owner_id', '=', me.id)
      .executeTakeFirstOrThrow();
    expect(row.user_id).toBeNull();
  });

  it('connection requests are limited per sender and address; the fourth leaves no trace', async () => {
    const [me, lab] = [await createUser(t.services), await createLabUser(t.services)];
    await ask(t, me, lab.email);
    const [row] = (await listsOf(t, me)).pending;
    const again = async () =>
      (await t.as(me)).post(`/v1/connections/${row?.id}/request/`, { text: 'Please' });
    expect((await again()).statusCode).toBe(200);
    expect((await again()).statusCode).toBe(200);
    const path = await acceptPath(t, lab);
    const fourth = await again();
    expect([fourth.statusCode, fourth.json().code]).toEqual([429, 'too_many_requests']);
    expect(await acceptPath(t, lab)).toBe(path);
    await (await t.as(me)).delete(`/v1/connections/${row?.id}/remove/`);
    expect((await ask(t, me, lab.email)).statusCode).toBe(429);
  });

  it('the limit covers the last 24 hours, and older entries are cleaned up', async () => {
    const [me, lab] = [await createUser(t.services), await createLabUser(t.services)];
    const old = { sender_id: me.id, email_key: lab.email, sent_at: new Date(Date.now() - 25 * 3_600_000) };
    await t.services.db.insertInto('invitation_mail').values([old, old, old]).execute();
    expect((await ask(t, me, lab.email)).statusCode).toBe(200);
    await tidyInvitations(t.services);
    const kept = await t.services.db
      .selectFrom('invitation_mail')
      .select('id')
      .where('sender_id', '=', me.id)
      .execute();
    expect(kept).toHaveLength(1);
  });

  it('connection requests are limited per address across senders', async () => {
    const lab = await createLabUser(t.services);
    for (let sent = 0; sent < 10; sent += 1) await ask(t, await createUser(t.services), lab.email);
    expect((await ask(t, await createUser(t.services), lab.email)).statusCode).toBe(429);
  });
});

describe('asking for a connection again', () => {
  it('asking again is refused to strangers and after acceptance', async () => {
    const [me, lab, stranger] = [
      await createUser(t.services),
      await createLabUser(t.services),
      await createUser(t.services),
    ];
    await ask(t, me, lab.email);
    const [row] = (await listsOf(t, me)).pending;
    const path = `/v1/connections/${row?.id}/request/`;
    expect((await (await t.as(stranger)).post(path, {})).statusCode).toBe(404);
    const other = await (await t.as(me)).post(path, { email: 'else@cusp.example' });
    expect(other.json().detail).toBe('data invalid');
    await (await t.as(lab)).put(await acceptPath(t, lab));
    expect((await (await t.as(me)).post(path, {})).json().detail).toBe('request already accepted');
  });

  it('asking again by the invited person accepts the request', async () => {
    const [me, lab] = [await createUser(t.services), await createLabUser(t.services)];
    await ask(t, me, lab.email);
    const [row] = (await listsOf(t, lab)).pending;
    const again = await (await t.as(lab)).post(`/v1/connections/${row?.id}/request/`, { alias: 'Clinic' });
    expect(again.json().detail).toBe('request accepted');
    expect((await listsOf(t, lab)).accepted).toMatchObject([{ alias: 'Clinic', email: me.email }]);
    const late = await (await t.as(lab)).post(`/v1/connections/${row?.id}/request/`, {});
    expect(late.json().detail).toBe('request already accepted');
  });

  it('asking again does not connect with a deleted account; the new request belongs to the asker', async () => {
    const [gone, me] = [await createLabUser(t.services), await createUser(t.services)];
    await ask(t, gone, me.email);
    await t.services.db
      .updateTable('app_user')
      .set({ deleted_at: new Date(), email_key: `gone-${gone.id}` })
      .where('id', '=', gone.id)
      .execute();
    expect((await ask(t, me, gone.email)).json().detail).toBe('request email sent');
    expect((await listsOf(t, me)).pending).toMatchObject([{ is_owner: true, email: gone.email }]);
  });

  it('asking again invalidates the earlier link and reopens a rejected request', async () => {
    const [me, lab] = [await createUser(t.services), await createLabUser(t.services)];
    await ask(t, me, lab.email);
    const earlier = await acceptPath(t, lab);
    const [row] = (await listsOf(t, lab)).pending;
    const client = await t.as(lab);
    expect((await client.put(`/v1/connections/${row?.id}/reject/`)).json().detail).toBe('request rejected');
    expect((await listsOf(t, lab)).pending).toEqual([]);
    expect((await listsOf(t, me)).pending[0]?.status).toBe('REJD');

    const again = await (await t.as(me)).post(`/v1/connections/${row?.id}/request/`, { text: 'Once more' });
    expect(again.json().detail).toBe('request email sent');
    expect((await listsOf(t, lab)).pending[0]?.text).toBe('Once more');
    expect((await client.put(earlier)).json().detail).toBe('invalid token');
    expect((await client.put(await acceptPath(t, lab))).json().detail).toBe('request accepted');
  });

  it('asking again by the person who rejected reverses the request', async () => {
    const [me, lab] = [await createUser(t.services), await createLabUser(t.services)];
    await ask(t, me, lab.email, { alias: 'Lab' });
    const [row] = (await listsOf(t, lab)).pending;
    await (await t.as(lab)).put(`/v1/connections/${row?.id}/reject/`);
    expect((await ask(t, lab, me.email)).json().detail).toBe('request email sent');
    expect((await listsOf(t, lab)).pending[0]).toMatchObject({ is_owner: true, Im_invited: false });
    expect((await (await t.as(me)).put(await acceptPath(t, me))).json().detail).toBe('request accepted');
    expect((await listsOf(t, me)).accepted[0]).toMatchObject({ alias: 'Lab', email: lab.email });
  });
});
