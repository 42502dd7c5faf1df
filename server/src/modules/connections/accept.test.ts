import { describe, expect, it } from 'vitest';
import { NOBODY } from '../../platform/http/actor.ts';
import { encodeId } from '../../platform/http/idb64.ts';
import { inTransaction } from '../../platform/work.ts';
import { createGroup, createLabUser, createUser } from '../../testing/factories.ts';
import { acceptPath, apiPathOf, ask, lastEvent, listsOf, mailsTo } from '../../testing/partners.ts';
import { openTestApp } from '../../testing/test-app.ts';
import { linkInvitations } from './link-invitations.ts';

const t = await openTestApp();

async function asked() {
  const [me, lab] = [await createUser(t.services), await createLabUser(t.services)];
  await ask(t, me, lab.email);
  const [row] = (await listsOf(t, lab)).pending;
  return { me, lab, id: Number(row?.id), path: await acceptPath(t, lab) };
}

const putAs = async (person: { id: number }, path: string) => (await t.as(person)).put(path);
const detailAs = async (person: { id: number }, path: string) => (await putAs(person, path)).json().detail;

describe('accepting a request', () => {
  it('accepting a request: 401 for guests', async () => {
    const { path } = await asked();
    expect((await t.nobody.put(path)).statusCode).toBe(401);
  });

  it('accepting a request says "no server location" and "server is wrong"', async () => {
    const { lab, path } = await asked();
    const [bare] = path.split('?');
    expect(await detailAs(lab, `${bare}`)).toBe('no server location');
    expect(await detailAs(lab, `${bare}?srv_loc=`)).toBe('no server location');
    expect(await detailAs(lab, `${bare}?srv_loc=${btoa('EU')}`)).toBe('server is wrong');
    expect(await detailAs(lab, `${bare}?srv_loc=nonsense`)).toBe('server is wrong');
  });

  it('accepting a request says "no permission" to everybody but the invited person, the requester included', async () => {
    const { me, path } = await asked();
    expect(await detailAs(me, path)).toBe('no permission');
    expect(await detailAs(await createUser(t.services), path)).toBe('no permission');
  });

  it('accepting without the link does not reveal whether an id is a request', async () => {
    const { lab, path } = await asked();
    const stranger = await createUser(t.services);
    const [theirs, nobodys] = [
      await putAs(stranger, path.replace(/\/[^/]+\/\?/, '/AAAA/?')),
      await putAs(stranger, path.replace(/accept\/[^/]+\/[^/]+/, `accept/${encodeId(9_999_999)}/AAAA`)),
    ];
    expect(theirs.json()).toMatchObject({ detail: 'request needed' });
    expect(theirs.statusCode).toBe(nobodys.statusCode);
    expect({ ...theirs.json(), request_id: '' }).toEqual({ ...nobodys.json(), request_id: '' });
    await putAs(lab, path);
    expect(await detailAs(stranger, path)).toBe('request needed');
  });

  it('accepting a request says "no email" to an account without one', async () => {
    const { path } = await asked();
    const person = await createUser(t.services, { email: '', email_key: '' });
    expect(await detailAs(person, path)).toBe('no email');
  });

  it('accepting a request says "invalid token" for a wrong, foreign, expired or unreadable link', async () => {
    const { lab, id, path } = await asked();
    const other = await asked();
    const [, foreign] = /\/([^/]+)\/\?/.exec(other.path) ?? [];
    expect(await detailAs(lab, path.replace(/\/[^/]+\/\?/, `/${foreign}/?`))).toBe('invalid token');
    const wrong = path.replace(/\/[^/]+\/\?/, '/AAAA/?');
    expect(await detailAs(lab, wrong)).toBe('invalid token');
    for (const idb64 of ['AAAA', '%40%40', 'x'])
      expect(await detailAs(lab, path.replace(/accept\/[^/]+/, `accept/${idb64}`))).toBe('invalid token');
    await t.services.db
      .updateTable('connection')
      .set({ token_expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', id)
      .execute();
    expect(await detailAs(lab, path)).toBe('invalid token');
    expect((await listsOf(t, lab)).pending[0]).toMatchObject({ Im_invited: true, accept_token: null });
  });

  it('accepting a request says "request needed" after it was withdrawn or rejected', async () => {
    const gone = await asked();
    await (await t.as(gone.me)).delete(`/v1/connections/${gone.id}/remove/`);
    expect(await detailAs(gone.lab, gone.path)).toBe('request needed');
    const rejected = await asked();
    await putAs(rejected.lab, `/v1/connections/${rejected.id}/reject/`);
    expect(await detailAs(rejected.lab, rejected.path)).toBe('request needed');
  });

  it('accepting a request says "same group user" if both now share a group', async () => {
    const { me, lab, path } = await asked();
    await createGroup(t.services, me, [lab]);
    expect(await detailAs(lab, path)).toBe('same group user');
  });

  it('accepting a request connects both, sends events to both groups and a mail to the requester, and works once', async () => {
    const { me, lab, path } = await asked();
    const mate = await createLabUser(t.services);
    await createGroup(t.services, lab, [mate]);
    expect((await putAs(lab, path)).json()).toEqual({ detail: 'request accepted' });
    expect((await lastEvent(t, 'contact_accepted'))?.audience.toSorted()).toEqual(
      [me.id, lab.id, mate.id].toSorted(),
    );
    expect((await mailsTo(t, me.email))[0]).toMatchObject({ template: 'connection-accepted' });
    expect((await listsOf(t, me)).accepted[0]).toMatchObject({ email: lab.email, status: 'ACCD' });
    expect((await listsOf(t, lab)).accepted[0]).toMatchObject({ email: me.email, accept_token: null });
    expect(await detailAs(lab, path)).toBe('request already accepted');
  });

  it('accepting a request works by the mailed link', async () => {
    const { lab } = await asked();
    const [mail] = await mailsTo(t, lab.email);
    expect(await detailAs(lab, apiPathOf(String(mail?.params.link)))).toBe('request accepted');
  });
});

describe('concurrent actions on a request', () => {
  it('two accepts make one connection', async () => {
    const { lab, path } = await asked();
    const details = await Promise.all([detailAs(lab, path), detailAs(lab, path)]);
    expect(details.toSorted()).toEqual(['request accepted', 'request already accepted']);
  });

  it('accepting and withdrawing concurrently ends in one of the two', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { me, lab, id, path } = await asked();
      const [accept, remove] = await Promise.all([
        putAs(lab, path),
        (await t.as(me)).delete(`/v1/connections/${id}/remove/`),
      ]);
      expect(remove.statusCode).toBe(200);
      expect(['request accepted', 'request needed']).toContain(accept.json().detail);
      expect((await listsOf(t, lab)).accepted).toEqual([]);
      expect((await listsOf(t, me)).pending).toEqual([]);
    }
  });

  it('two requests in opposite directions become one connection', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [me, lab] = [await createUser(t.services), await createLabUser(t.services)];
      const replies = await Promise.all([
        ask(t, me, lab.email, { alias: 'The lab' }),
        ask(t, lab, me.email, { alias: 'The clinic' }),
      ]);
      const details = replies.map((reply) => reply.json().detail);
      expect(details.toSorted()).toEqual(['request accepted', 'request email sent']);
      expect((await listsOf(t, me)).accepted).toMatchObject([{ alias: 'The lab' }]);
      expect((await listsOf(t, lab)).accepted).toMatchObject([{ alias: 'The clinic' }]);
    }
  });

  it('the same request sent twice concurrently is one request', async () => {
    const [me, lab] = [await createUser(t.services), await createLabUser(t.services)];
    const replies = await Promise.all([ask(t, me, lab.email), ask(t, me, lab.email)]);
    expect(replies.map((reply) => reply.json().detail).toSorted()).toEqual([
      'email already added',
      'request email sent',
    ]);
    expect(await mailsTo(t, lab.email)).toHaveLength(1);
  });
});

describe('a person who signs up later', () => {
  it('a person who signs up later finds the request on activation, valid for fourteen days', async () => {
    const me = await createUser(t.services);
    await ask(t, me, 'Late@cusp.example');
    await t.services.db
      .updateTable('connection')
      .set({ token_expires_at: new Date(Date.now() - 1000) })
      .where('owner_id', '=', me.id)
      .execute();
    const late = await createLabUser(t.services, { email: 'late@cusp.example' });
    await inTransaction(t.services, NOBODY, (work) => linkInvitations(work, late));
    expect((await lastEvent(t, 'contact_requested'))?.audience).toContain(late.id);
    expect(await detailAs(late, await acceptPath(t, late))).toBe('request accepted');
  });

  it('a person who signs up in the other region does not get the request', async () => {
    const me = await createUser(t.services);
    await ask(t, me, 'far@cusp.example');
    const far = await createLabUser(t.services, { email: 'far@cusp.example', region: 'eu' });
    await inTransaction(t.services, NOBODY, (work) => linkInvitations(work, far));
    expect((await listsOf(t, far)).pending).toEqual([]);
  });
});
