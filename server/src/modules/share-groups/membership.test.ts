import { describe, expect, it } from 'vitest';
import { NOBODY } from '../../platform/http/actor.ts';
import { encodeId } from '../../platform/http/idb64.ts';
import { inTransaction } from '../../platform/work.ts';
import { createConnection, createGroup, createLabUser, createUser } from '../../testing/factories.ts';
import { apiPathOf, ask, groupScreen, invitedPair, lastEvent, mailsTo } from '../../testing/partners.ts';
import { formOf } from '../../testing/sign-in.ts';
import { openTestApp } from '../../testing/test-app.ts';
import { linkInvitations } from '../connections/link-invitations.ts';
import { checkGroupEmail } from './email-check.ts';

const t = await openTestApp();

const invite = async (owner: { id: number }, groupId: number, email: string, id = 0) =>
  (await t.as(owner)).post(`/v1/group/${groupId}/request/${id}/`, { email });
const detailAs = async (person: { id: number }, path: string) =>
  (await (await t.as(person)).put(path)).json().detail;

describe('inviting to a group', () => {
  it('inviting is for owners: 401 for guests, 404 for strangers, 403 for members', async () => {
    const [owner, member, stranger] = [
      await createUser(t.services),
      await createUser(t.services),
      await createUser(t.services),
    ];
    const group = await createGroup(t.services, owner, [member]);
    const path = `/v1/group/${group.id}/request/0/`;
    const body = { email: 'x@cusp.example' };
    expect((await t.nobody.post(path, body)).statusCode).toBe(401);
    expect((await (await t.as(stranger)).post(path, body)).statusCode).toBe(404);
    expect((await (await t.as(member)).post(path, body)).statusCode).toBe(403);
  });

  it('inviting refuses with the catalogue’s texts, while typing and on sending', async () => {
    const [owner, member] = [await createUser(t.services), await createUser(t.services)];
    const group = await createGroup(t.services, owner, [member]);
    const [partner, asked, elsewhere, lab, far] = [
      await createUser(t.services),
      await createUser(t.services),
      await createUser(t.services),
      await createLabUser(t.services),
      await createUser(t.services, { region: 'eu' }),
    ];
    await createConnection(t.services, partner, owner);
    await ask(t, owner, asked.email);
    await createGroup(t.services, elsewhere);
    await invite(owner, group.id, 'waiting@cusp.example');
    const reasons: [string, string][] = [
      [owner.email, "email same as member's"],
      [member.email, "email same as member's"],
      [partner.email, 'already in connections'],
      [asked.email, 'email already added'],
      ['Waiting@cusp.example', 'email already added'],
      [lab.email, 'different role'],
      [far.email, 'user not in the same region'],
    ];
    for (const [email, detail] of reasons) {
      expect((await invite(owner, group.id, email)).json().detail).toBe(detail);
      expect(await checkGroupEmail(t.services, owner.id, email)).toEqual([detail]);
    }
    expect((await invite(owner, group.id, 'nonsense')).json().detail).toBe('data invalid');
    expect(await checkGroupEmail(t.services, owner.id, '')).toEqual(['This field may not be blank']);
    expect(await checkGroupEmail(t.services, owner.id, 'free@cusp.example')).toEqual([]);
    expect((await groupScreen(t, owner)).sg_users.pending).toHaveLength(1);
    // Membership of another group is revealed only to the member, on accepting.
    expect(await checkGroupEmail(t.services, owner.id, elsewhere.email)).toEqual([]);
    expect((await invite(owner, group.id, elsewhere.email)).json().detail).toBe('request email sent');
    const [mail] = await mailsTo(t, elsewhere.email);
    expect(await detailAs(elsewhere, apiPathOf(String(mail?.params.link)))).toBe(
      'already joined another group',
    );
  });

  it('inviting is throttled for somebody who tries many addresses', async () => {
    const owner = await createUser(t.services);
    const group = await createGroup(t.services, owner);
    const client = await t.as(owner);
    const check = (email: string) =>
      client.post('/v1/auth/validate/?form=groupUser&field=email', formOf({ email }));
    expect((await check('one@cusp.example')).json()).toEqual({});
    await t.services.db.updateTable('login_failure').set({ count: 210, last_at: new Date() }).execute();
    const waits = await check('two@cusp.example');
    expect([waits.statusCode, waits.json().code]).toEqual([429, 'too_many_requests']);
    expect((await invite(owner, group.id, 'two@cusp.example')).statusCode).toBe(429);
    const connection = await client.post(
      '/v1/auth/validate/?form=connection&field=email',
      formOf({ email: 'x@y.example' }),
    );
    expect(connection.statusCode).toBe(429);
    await t.services.db.deleteFrom('login_failure').execute();
  });

  it('inviting shows the invitation to both, emits events to both and mails the link', async () => {
    const { owner, invited, groupId, row } = await invitedPair(t);
    expect(row).toMatchObject({ status: 'REQD', sg_name: 'Team', Im_invited: true, Im_requester: false });
    expect(row.requester.email).toBe(owner.email);
    const [sent] = (await groupScreen(t, owner)).sg_users.pending;
    expect(sent).toMatchObject({ email: invited.email, name: '', accept_token: null, Im_requester: true });
    expect((await lastEvent(t, 'sguser_requested'))?.audience.toSorted()).toEqual(
      [owner.id, invited.id].toSorted(),
    );
    const [mail] = await mailsTo(t, invited.email);
    expect(mail).toMatchObject({ template: 'group-invite', params: { group: 'Team' } });
    expect(await detailAs(invited, apiPathOf(String(mail?.params.link)))).toBe('joined group');
    expect((await groupScreen(t, invited)).sharegroup).toEqual({
      id: groupId,
      name: 'Team',
      is_owner: false,
    });
  });

  it('inviting again invalidates the earlier link, reopens a rejected invitation, and is not for members', async () => {
    const { owner, invited, groupId, row, path } = await invitedPair(t);
    expect((await invite(owner, groupId, 'other@cusp.example', row.id)).json().detail).toBe('data invalid');
    expect((await (await t.as(invited)).put(`/v1/group/users/${row.id}/reject/`)).json().detail).toBe(
      'request rejected',
    );
    expect((await groupScreen(t, invited)).sg_users.pending).toEqual([]);
    expect((await groupScreen(t, owner)).sg_users.pending[0].status).toBe('REJD');
    expect(await detailAs(invited, path)).toBe('Invalid state');
    expect((await invite(owner, groupId, invited.email, row.id)).json().detail).toBe('request email sent');
    expect(await detailAs(invited, path)).toBe('invalid token');
    const [again] = (await groupScreen(t, invited)).sg_users.pending;
    expect(await detailAs(invited, `/v1/group/accept/${again.idb64}/${again.accept_token}/`)).toBe(
      'joined group',
    );
    expect((await invite(owner, groupId, '', row.id)).json().detail).toBe('user already member');
    expect((await invite(owner, groupId, '', 999_999)).statusCode).toBe(404);
  });

  it('invitations are limited per address', async () => {
    const { owner, invited, groupId, row } = await invitedPair(t);
    expect((await invite(owner, groupId, '', row.id)).statusCode).toBe(200);
    expect((await invite(owner, groupId, invited.email, row.id)).statusCode).toBe(200);
    expect((await invite(owner, groupId, '', row.id)).statusCode).toBe(429);
  });

  it('an invitation to somebody without an account waits for their activation', async () => {
    const owner = await createUser(t.services);
    const group = await createGroup(t.services, owner);
    await invite(owner, group.id, 'Newcomer@cusp.example');
    const [mail] = await mailsTo(t, 'Newcomer@cusp.example');
    expect(mail).toMatchObject({
      template: 'group-newcomer',
      params: { link: '/signup?email=Newcomer%40cusp.example' },
    });
    const newcomer = await createUser(t.services, { email: 'newcomer@cusp.example' });
    await inTransaction(t.services, NOBODY, (work) => linkInvitations(work, newcomer));
    const [row] = (await groupScreen(t, newcomer)).sg_users.pending;
    expect(await detailAs(newcomer, `/v1/group/accept/${row.idb64}/${row.accept_token}/`)).toBe(
      'joined group',
    );
  });
});

describe('accepting an invitation', () => {
  it('accepting an invitation says what is wrong with the link or the person', async () => {
    const { owner, invited, path, row } = await invitedPair(t);
    const stranger = await createUser(t.services);
    expect((await t.nobody.put(path)).statusCode).toBe(401);
    expect(await detailAs(owner, path)).toBe('no permission');
    expect(await detailAs(stranger, path)).toBe('no permission');
    for (const idb64 of [row.idb64, encodeId(9_999_999)])
      expect(await detailAs(stranger, `/v1/group/accept/${idb64}/wrong/`)).toBe('request needed');
    expect(await detailAs(await createUser(t.services, { email: '', email_key: '' }), path)).toBe('no email');
    expect(await detailAs(invited, `${path}?srv_loc=`)).toBe('no server location');
    expect(await detailAs(invited, `${path}?srv_loc=${btoa('EU')}`)).toBe('server is wrong');
    expect(await detailAs(invited, `/v1/group/accept/${row.idb64}/wrong/`)).toBe('invalid token');
    expect(await detailAs(invited, '/v1/group/accept/AAAA/wrong/')).toBe('invalid token');
  });

  it('accepting says "invalid token" for an expired link and for one of another invitation', async () => {
    const { invited, path, row } = await invitedPair(t);
    const other = await invitedPair(t);
    expect(await detailAs(invited, `/v1/group/accept/${row.idb64}/${other.row.accept_token}/`)).toBe(
      'invalid token',
    );
    await t.services.db
      .updateTable('group_member')
      .set({ token_expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', row.id)
      .execute();
    expect(await detailAs(invited, path)).toBe('invalid token');
  });

  it('accepting says "different role" if the role was changed meanwhile', async () => {
    const { invited, path } = await invitedPair(t);
    await t.services.db
      .updateTable('app_user')
      .set({ role: 'Dealer' })
      .where('id', '=', invited.id)
      .execute();
    expect(await detailAs(invited, path)).toBe('different role');
  });

  it('accepting says "already in connections" if they were connected meanwhile', async () => {
    const { owner, invited, path } = await invitedPair(t);
    await createConnection(t.services, owner, invited);
    expect(await detailAs(invited, path)).toBe('already in connections');
  });

  it('accepting says "already joined another group" to an owner, and "request needed" after withdrawal', async () => {
    const { owner, invited, path, row } = await invitedPair(t);
    const own = await (await t.as(invited)).post('/v1/group/new/', { name: 'Mine' });
    expect(await detailAs(invited, path)).toBe('already joined another group');
    await (await t.as(invited)).delete(`/v1/group/${own.json().id}/remove/`);
    await (await t.as(owner)).delete(`/v1/group/users/${row.id}/remove/`);
    expect(await detailAs(invited, path)).toBe('request needed');
  });

  it('accepting joins the group, notifies all of it, and works once', async () => {
    const { owner, invited, path } = await invitedPair(t);
    expect(await detailAs(invited, path)).toBe('joined group');
    expect((await lastEvent(t, 'sguser_accepted'))?.audience.toSorted()).toEqual(
      [owner.id, invited.id].toSorted(),
    );
    expect(await detailAs(invited, path)).toBe('request already accepted');
    const { accepted } = (await groupScreen(t, invited)).sg_users;
    expect(accepted.map((row: { email: string }) => row.email)).toEqual([owner.email, invited.email]);
    expect(accepted[0]).toMatchObject({ id: 0, is_owner: true });
  });
});

describe('concurrent actions on an invitation', () => {
  it('an invitation that is accepted twice concurrently joins once', async () => {
    const { invited, path } = await invitedPair(t);
    const details = await Promise.all([detailAs(invited, path), detailAs(invited, path)]);
    expect(details.toSorted()).toEqual(['joined group', 'request already accepted']);
  });

  it('accepting two groups concurrently joins one', async () => {
    const { invited, path } = await invitedPair(t);
    const other = await createUser(t.services);
    const group = await createGroup(t.services, other);
    await invite(other, group.id, invited.email);
    const { pending } = (await groupScreen(t, invited)).sg_users;
    const second = pending.find((row: { sg_id: number }) => row.sg_id === group.id);
    const details = await Promise.all([
      detailAs(invited, path),
      detailAs(invited, `/v1/group/accept/${second.idb64}/${second.accept_token}/`),
    ]);
    expect(details.toSorted()).toEqual(['already joined another group', 'joined group']);
  });

  it('accepting and founding a group concurrently ends in one group', async () => {
    const { invited, path } = await invitedPair(t);
    const client = await t.as(invited);
    const replies = await Promise.all([client.put(path), client.post('/v1/group/new/', { name: 'Mine' })]);
    expect(replies.map((reply) => reply.statusCode).toSorted()).toEqual([200, 400]);
  });

  it('accepting and dissolving concurrently leaves no member behind', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { owner, invited, groupId, path } = await invitedPair(t);
      const [accept, dissolve] = await Promise.all([
        (await t.as(invited)).put(path),
        (await t.as(owner)).delete(`/v1/group/${groupId}/remove/`),
      ]);
      expect(dissolve.statusCode).toBe(200);
      expect(['joined group', 'request needed']).toContain(accept.json().detail);
      expect((await groupScreen(t, invited)).sharegroup).toBeNull();
    }
  });

  it('accepting and inviting again concurrently never resets a member to invited', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { owner, invited, groupId, path, row } = await invitedPair(t);
      const [accept] = await Promise.all([detailAs(invited, path), invite(owner, groupId, '', row.id)]);
      const { accepted, pending } = (await groupScreen(t, owner)).sg_users;
      expect([accepted.length, pending.length]).toEqual(accept === 'joined group' ? [2, 0] : [1, 1]);
    }
  });
});
