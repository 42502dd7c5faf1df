import { describe, expect, it } from 'vitest';
import { createLabUser, createUser } from '../../testing/factories.ts';
import { apiPathOf, ask, lastEvent, listsOf, mailsTo } from '../../testing/partners.ts';
import { signUpForm } from '../../testing/sign-in.ts';
import { openTestApp } from '../../testing/test-app.ts';

const t = await openTestApp();
let serial = 0;

/** A request to an address without an account, and the fragment of the mailed link. */
async function invitedNewcomer() {
  const me = await createUser(t.services);
  const email = `newcomer-${serial++}@lab.example`;
  await ask(t, me, email, { alias: 'The new lab' });
  return { me, email, invitation: await markFor(email) };
}

async function markFor(email: string): Promise<string> {
  const [mail] = await mailsTo(t, email);
  return decodeURIComponent(new URL(String(mail?.params.link), 'http://cusp.example').hash.slice(1));
}

async function signUp(username: string, invitation: string): Promise<void> {
  const reply = await t.nobody.post('/v1/auth/signup/', await signUpForm(t, { username, invitation }));
  expect(reply.statusCode, reply.body).toBe(200);
}

/** Opens the activation link of an address; returns the person. */
async function activate(email: string): Promise<{ id: number; email: string }> {
  const mail = (await mailsTo(t, email)).find(({ template }) => template === 'activation');
  const [, , uidb64, token] = new URL(String(mail?.params.link), 'http://cusp.invalid').pathname.split('/');
  const reply = await t.nobody.post('/v1/auth/activate/', { uidb64, token });
  expect(reply.statusCode, reply.body).toBe(200);
  const { id } = await t.services.db
    .selectFrom('app_user')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return { id, email };
}

describe('signing up by the link of a request', () => {
  it('signing up by a request’s link connects on activation, not before, with events to both sides', async () => {
    const { me, email, invitation } = await invitedNewcomer();
    await signUp(email, invitation);
    expect((await listsOf(t, me)).accepted).toEqual([]);
    const newcomer = await activate(email);
    expect((await listsOf(t, me)).accepted).toMatchObject([{ alias: 'The new lab', email }]);
    expect((await listsOf(t, newcomer)).accepted).toMatchObject([{ email: me.email, status: 'ACCD' }]);
    expect((await lastEvent(t, 'contact_accepted'))?.audience.toSorted()).toEqual(
      [me.id, newcomer.id].toSorted(),
    );
    expect((await mailsTo(t, me.email))[0]).toMatchObject({ template: 'connection-accepted' });
  });

  it('signing up by a request’s link while it is sent again ends in one connection or an open request', async () => {
    const { me, email, invitation } = await invitedNewcomer();
    const [row] = (await listsOf(t, me)).pending;
    await (await t.as(me)).post(`/v1/connections/${row?.id}/request/`, {});
    await signUp(email, invitation);
    const newcomer = await activate(email);
    expect((await listsOf(t, newcomer)).pending).toMatchObject([{ Im_invited: true }]);

    const other = await invitedNewcomer();
    await signUp(other.email, other.invitation);
    const [open] = (await listsOf(t, other.me)).pending;
    await (await t.as(other.me)).post(`/v1/connections/${open?.id}/request/`, {});
    await activate(other.email);
    expect((await listsOf(t, other.me)).accepted).toHaveLength(1);
  });

  it('signing up by the link of a withdrawn request connects nobody', async () => {
    const { me, email, invitation } = await invitedNewcomer();
    await signUp(email, invitation);
    const [row] = (await listsOf(t, me)).pending;
    await (await t.as(me)).delete(`/v1/connections/${row?.id}/remove/`);
    const newcomer = await activate(email);
    expect(await listsOf(t, newcomer)).toEqual({ pending: [], accepted: [], locked: [] });
  });
});

describe('a request is not accepted', () => {
  it.each([
    ['nothing', () => ''],
    ['what is no mark', () => 'nonsense'],
    ['a made-up token', (mark: string) => `${mark.split('.')[0]}.${'A'.repeat(43)}`],
    ['the mark of a request that is not there', (mark: string) => `AAAA.${mark.split('.')[1]}`],
  ])('signing up with %s does not accept the request; it waits for an answer', async (_, change) => {
    const { me, email, invitation } = await invitedNewcomer();
    await signUp(email, change(invitation));
    const newcomer = await activate(email);
    expect((await listsOf(t, newcomer)).pending).toMatchObject([{ Im_invited: true, email: me.email }]);
  });

  it('signing up with another address than the invited one accepts the request for neither', async () => {
    const { me, email: invited, invitation } = await invitedNewcomer();
    const email = `somebody-${serial++}@lab.example`;
    await signUp(email, invitation);
    expect(await listsOf(t, await activate(email))).toEqual({ pending: [], accepted: [], locked: [] });
    await signUp(invited, '');
    expect((await listsOf(t, await activate(invited))).pending).toHaveLength(1);
    expect((await listsOf(t, me)).accepted).toEqual([]);
  });

  it('signing up by an expired link does not accept the request', async () => {
    const { me, email, invitation } = await invitedNewcomer();
    await t.services.db
      .updateTable('connection')
      .set({ token_expires_at: new Date(Date.now() - 1000) })
      .where('owner_id', '=', me.id)
      .execute();
    await signUp(email, invitation);
    expect((await listsOf(t, await activate(email))).pending).toHaveLength(1);
  });
});

it('a link to an account that is not active yet works after activation', async () => {
  const me = await createUser(t.services);
  const email = `sleeper-${serial++}@lab.example`;
  await signUp(email, '');
  await ask(t, me, email);
  const request = (await mailsTo(t, email)).find(({ template }) => template === 'connection-request');
  const sleeper = await activate(email);
  const accepted = await (await t.as(sleeper)).put(apiPathOf(String(request?.params.link)));
  expect(accepted.json().detail).toBe('request accepted');
});

it('the sign-up mark has no effect for people with an account', async () => {
  const [me, lab] = [await createUser(t.services), await createLabUser(t.services)];
  await ask(t, me, lab.email);
  const [mail] = await mailsTo(t, lab.email);
  expect(mail?.params.link).not.toContain('#');
});
