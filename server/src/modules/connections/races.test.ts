import { describe, expect, it } from 'vitest';
import { createGroup, createLabUser, createUser } from '../../testing/factories.ts';
import { overHttp, ROUNDS } from '../../testing/over-http.ts';
import { acceptPath, apiPathOf, ask, groupScreen, listsOf, mailsTo } from '../../testing/partners.ts';
import { openTestApp } from '../../testing/test-app.ts';

const t = await openTestApp({ config: { databasePoolSize: 5 } });
const send = await overHttp(t);

/** A request that waits for the lab's answer; both people are signed in. */
async function asked() {
  const [me, lab] = [await createUser(t.services), await createLabUser(t.services)];
  await ask(t, me, lab.email);
  const [row] = (await listsOf(t, lab)).pending;
  const id = Number(row?.id);
  return { me, lab, id, path: await acceptPath(t, lab) };
}

const eventsAbout = async (name: string, connection: number) => {
  const rows = await t.services.db
    .selectFrom('event')
    .select('ids')
    .where('name', '=', name as 'contact_accepted')
    .execute();
  return rows.filter(({ ids }) => ids.connection === connection).length;
};
const details = (answers: { detail?: string }[]) => answers.map(({ detail }) => detail).toSorted();
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted();

describe.each(ROUNDS)('concurrently, round %s:', () => {
  it('two accepts make one connection, one event and one mail', async () => {
    const { me, lab, id, path } = await asked();
    const answers = await Promise.all([1, 2, 3].map(() => send(lab, 'PUT', path)));
    expect(details(answers)).toEqual([
      'request accepted',
      'request already accepted',
      'request already accepted',
    ]);
    expect(await eventsAbout('contact_accepted', id)).toBe(1);
    expect(await mailsTo(t, me.email)).toHaveLength(1);
  });

  it('accepting and withdrawing leave neither a request nor a connection without its request', async () => {
    const { me, lab, id, path } = await asked();
    const [accept, remove] = await Promise.all([
      send(lab, 'PUT', path),
      send(me, 'DELETE', `/v1/connections/${id}/remove/`),
    ]);
    expect(remove.status).toBe(200);
    expect(['request accepted', 'request needed']).toContain(accept.detail);
    for (const person of [me, lab])
      expect(await listsOf(t, person)).toEqual({ pending: [], accepted: [], locked: [] });
  });

  it('accepting and rejecting end in whichever was first', async () => {
    const { me, lab, id, path } = await asked();
    const answers = await Promise.all([
      send(lab, 'PUT', path),
      send(lab, 'PUT', `/v1/connections/${id}/reject/`),
    ]);
    const { accepted, pending } = await listsOf(t, me);
    if (accepted.length > 0)
      expect(details(answers)).toEqual(['request accepted', 'request already accepted']);
    else {
      expect(details(answers)).toEqual(['request needed', 'request rejected']);
      expect(pending[0]?.status).toBe('REJD');
    }
  });

  it('accepting and asking again end connected or with a new working link', async () => {
    const { me, lab, id, path } = await asked();
    const [accept, again] = await Promise.all([
      send(lab, 'PUT', path),
      send(me, 'POST', `/v1/connections/${id}/request/`, {}),
    ]);
    if (accept.detail === 'request accepted') expect(again.detail).toBe('request already accepted');
    else {
      expect([accept.detail, again.detail]).toEqual(['invalid token', 'request email sent']);
      expect((await send(lab, 'PUT', await acceptPath(t, lab))).detail).toBe('request accepted');
    }
  });

  it('two requests in opposite directions become one connection', async () => {
    const [me, lab] = [await createUser(t.services), await createLabUser(t.services)];
    const wish = (from: { id: number }, email: string) =>
      send(from, 'POST', '/v1/connections/0/request/', { email, text: 'Hello' });
    await Promise.all([t.as(me), t.as(lab)]);
    const answers = await Promise.all([wish(me, lab.email), wish(lab, me.email)]);
    expect(details(answers)).toEqual(['request accepted', 'request email sent']);
    for (const person of [me, lab]) {
      const { pending, accepted } = await listsOf(t, person);
      expect([pending.length, accepted.length]).toEqual([0, 1]);
    }
  });

  it('a resent request crossing one from the other side becomes one connection', async () => {
    const { me, lab, id } = await asked();
    await send(lab, 'PUT', `/v1/connections/${id}/reject/`);
    const answers = await Promise.all([
      send(me, 'POST', `/v1/connections/${id}/request/`, {}),
      send(lab, 'POST', '/v1/connections/0/request/', { email: me.email, text: 'Hello' }),
    ]);
    expect(details(answers)).toEqual(['request accepted', 'request email sent']);
    expect((await listsOf(t, me)).accepted).toHaveLength(1);
  });

  it('the same request twice is one request and one mail', async () => {
    const [me, lab] = [await createUser(t.services), await createLabUser(t.services)];
    const wish = { email: lab.email, text: 'Hello' };
    await t.as(me);
    const answers = await Promise.all(
      [1, 2, 3].map(() => send(me, 'POST', '/v1/connections/0/request/', wish)),
    );
    expect(details(answers)).toEqual(['email already added', 'email already added', 'request email sent']);
    expect(await mailsTo(t, lab.email)).toHaveLength(1);
  });

  it('when links are resent concurrently only one works, and the limit of mails holds', async () => {
    const { me, lab, id } = await asked();
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => send(me, 'POST', `/v1/connections/${id}/request/`, {})),
    );
    expect(statuses(answers)).toEqual([200, 200, 429, 429]);
    const mails = await mailsTo(t, lab.email);
    expect(mails).toHaveLength(3);
    const outcomes = [];
    for (const { params } of mails)
      outcomes.push((await send(lab, 'PUT', apiPathOf(String(params.link)))).detail);
    // After it was accepted, the others get that answer.
    expect(outcomes.filter((detail) => detail === 'request accepted')).toHaveLength(1);
    expect(outcomes.slice(0, outcomes.indexOf('request accepted'))).not.toContain('request already accepted');
  });

  it('removing twice removes once; two aliases end in one of them', async () => {
    const { me, lab, id, path } = await asked();
    await send(lab, 'PUT', path);
    const edit = `/v1/connections/${id}/edit/`;
    const named = await Promise.all(['One', 'Two'].map((alias) => send(me, 'PUT', edit, { alias })));
    expect(statuses(named)).toEqual([200, 200]);
    expect(['One', 'Two']).toContain((await listsOf(t, me)).accepted[0]?.alias);
    const removed = await Promise.all(
      [me, lab].map((person) => send(person, 'DELETE', `/v1/connections/${id}/remove/`)),
    );
    expect(statuses(removed)).toEqual([200, 404]);
    expect(await eventsAbout('contact_deleted', id)).toBe(1);
  });

  it('nobody becomes partner and group mate of the same person', async () => {
    const [owner, other] = [await createUser(t.services), await createUser(t.services)];
    const { id: groupId } = await createGroup(t.services, owner);
    await send(owner, 'POST', `/v1/group/${groupId}/request/0/`, { email: other.email });
    await ask(t, other, owner.email);
    const [row] = (await groupScreen(t, other)).sg_users.pending;
    const join = `/v1/group/accept/${row.idb64}/${row.accept_token}/`;
    const accept = await acceptPath(t, owner);
    const [joined, accepted] = await Promise.all([send(other, 'PUT', join), send(owner, 'PUT', accept)]);
    expect([
      ['joined group', 'same group user'],
      ['already in connections', 'request accepted'],
    ]).toContainEqual([joined.detail, accepted.detail]);
  });
});
