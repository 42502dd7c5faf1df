import { describe, expect, it } from 'vitest';
import { connectedPractice, recipientIds } from '../../testing/connections.ts';
import { createConnection, createLabUser, createUser } from '../../testing/factories.ts';
import { ask, listsOf } from '../../testing/partners.ts';
import { openTestApp } from '../../testing/test-app.ts';

const t = await openTestApp();

describe('the lists of connections', () => {
  it('connection lists show group mates a shared connection, read only, with its owner', async () => {
    const { me, mate, lab } = await connectedPractice(t);
    const [shared] = (await listsOf(t, mate)).accepted;
    expect(shared).toMatchObject({ is_owner: false, Im_invited: false, email: lab.email, text: '' });
    expect(shared?.owner).toMatchObject({ email: me.email, is_unknown: false });
    expect(await recipientIds(t, mate.id)).toEqual([lab.id]);
  });

  it('connection lists show a partner of both once, as one’s own connection', async () => {
    const { mate, lab } = await connectedPractice(t);
    await createConnection(t.services, lab, mate);
    const { accepted } = await listsOf(t, mate);
    expect(accepted).toHaveLength(1);
    expect(accepted[0]).toMatchObject({ is_owner: true, email: lab.email });
  });

  it('connection lists hide open requests from group mates', async () => {
    const { me, mate } = await connectedPractice(t);
    await ask(t, me, 'somebody@cusp.example');
    expect((await listsOf(t, mate)).pending).toEqual([]);
  });

  it('connection lists hide requests of people who have deleted their account', async () => {
    const [me, lab] = [await createUser(t.services), await createLabUser(t.services)];
    await ask(t, me, lab.email);
    await t.services.db
      .updateTable('app_user')
      .set({ deleted_at: new Date() })
      .where('id', '=', me.id)
      .execute();
    expect((await listsOf(t, lab)).pending).toEqual([]);
  });

  it('connection lists show designated connections separately', async () => {
    const { me, link } = await connectedPractice(t);
    await t.services.db
      .updateTable('connection')
      .set({ is_locked: true })
      .where('id', '=', link.id)
      .execute();
    const lists = await listsOf(t, me);
    expect([lists.accepted.length, lists.locked.length]).toEqual([0, 1]);
  });

  it('a designated connection cannot be removed, by either side or the group', async () => {
    const { me, mate, lab, link } = await connectedPractice(t);
    await t.services.db
      .updateTable('connection')
      .set({ is_locked: true })
      .where('id', '=', link.id)
      .execute();
    const path = `/v1/connections/${link.id}/remove/`;
    for (const person of [me, lab]) {
      const reply = await (await t.as(person)).delete(path);
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'connection_designated']);
    }
    expect((await (await t.as(mate)).delete(path)).json().code).toBe('forbidden');
    expect((await listsOf(t, me)).locked).toHaveLength(1);
    expect(await recipientIds(t, me.id)).toEqual([lab.id]);
  });

  it('connection lists show a deleted partner as unknown, without name or address', async () => {
    const { me, lab } = await connectedPractice(t);
    await t.services.db
      .updateTable('app_user')
      .set({ deleted_at: new Date() })
      .where('id', '=', lab.id)
      .execute();
    expect((await listsOf(t, me)).accepted[0]).toMatchObject({ is_unknown: true, name: '', email: '' });
    expect(await recipientIds(t, me.id)).toEqual([]);
  });

  it.each([['zahne'], ['SÖHNE'], ['river'], ['fine.river@'], ['lovelace']])(
    'connection search finds %s in name, alias, email or institution',
    async (search) => {
      const me = await createUser(t.services);
      const lab = await createLabUser(t.services, {
        email: `fine.river@${me.id}.example`,
        last_name: 'Lovelace',
        institution: 'Zähne & Söhne',
      });
      const other = await createLabUser(t.services, { first_name: 'Bo', last_name: 'Else' });
      await createConnection(t.services, me, other);
      const link = await createConnection(t.services, me, lab);
      await (await t.as(me)).put(`/v1/connections/${link.id}/edit/`, { alias: 'By the River' });
      expect((await listsOf(t, me, search)).accepted.map((row) => row.email)).toEqual([lab.email]);
      expect((await listsOf(t, me, '%')).accepted).toEqual([]);
    },
  );

  it.each([
    'Hafenstraße',
    'hafenstrasse 5',
    'Germany',
    'deutsch',
    '+49 89 1234567',
    '089/123 45 67',
    '1234567',
    'Would you',
    'zirconia hafen',
  ])('connection search finds %s in address, country, phone or message', async (search) => {
    const me = await createUser(t.services, { language: 'de' });
    const lab = await createLabUser(t.services, {
      address: 'Hafenstraße 5, München',
      phone: '+49 89 1234567',
      country: 'DE',
    });
    const other = await createLabUser(t.services, { country: 'FR', phone: '+33 1 99999999' });
    await createConnection(t.services, me, other);
    const link = await createConnection(t.services, me, lab);
    await t.services.db
      .updateTable('connection')
      .set({ message: 'Would you make our zirconia crowns?' })
      .where('id', '=', link.id)
      .execute();
    expect((await listsOf(t, me, search)).accepted.map((row) => row.email)).toEqual([lab.email]);
    for (const none of ['Hafenstraße nowhere', 'many', '99999999'])
      expect((await listsOf(t, me, none)).accepted.map((row) => row.email)).not.toContain(lab.email);
  });

  it('connection search ignores what is not shown: a message to a group mate, an address before the answer', async () => {
    const { me, mate, lab, link } = await connectedPractice(t);
    const asked = await createLabUser(t.services, { address: 'Secret Street 1', phone: '+1 212 555 0100' });
    await t.services.db
      .updateTable('connection')
      .set({ message: 'Meet at the pier' })
      .where('id', '=', link.id)
      .execute();
    const pending = await createConnection(t.services, me, asked);
    await t.services.db
      .updateTable('connection')
      .set({ status: 'REQD' })
      .where('id', '=', pending.id)
      .execute();
    const found = async (person: Parameters<typeof listsOf>[1], search: string) => {
      const { accepted, pending: open, locked } = await listsOf(t, person, search);
      return [...accepted, ...open, ...locked].map((row) => row.email);
    };
    expect(await found(me, 'pier')).toEqual([lab.email]);
    expect(await found(mate, 'pier')).toEqual([]);
    for (const search of ['secret', '2125550100', 'germany'])
      expect(await found(me, search)).not.toContain(asked.email);
  });

  it.each([['김민준'], ['민준'], ['김']])(
    'connection lists show and find a Korean name in Korean order: %s',
    async (search) => {
      const me = await createUser(t.services);
      const lab = await createLabUser(t.services, { first_name: '민준', last_name: '김' });
      await createConnection(t.services, me, lab);
      expect((await listsOf(t, me, search)).accepted).toMatchObject([{ name: '김민준' }]);
    },
  );
});
