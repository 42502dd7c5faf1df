import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  createCase,
  createConnection,
  createGroup,
  createLabUser,
  createUser,
} from '../../testing/factories.ts';
import { ask, lastEvent, listsOf } from '../../testing/partners.ts';
import { openTestApp } from '../../testing/test-app.ts';
import { casesVisibleTo } from '../case-access/visible-cases.sql.ts';
import { recipientIdsOf } from './connections.sql.ts';
import { checkConnectionEmail } from './email-check.ts';

const t = await openTestApp();

async function recipientIds(userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from ${recipientIdsOf(userId)} people`.execute(
    t.services.db,
  );
  return rows.map((row) => row.id);
}

/** A clinic with a mate in its group, connected with a lab that has a mate too. */
async function practice() {
  const [me, mate] = [await createUser(t.services), await createUser(t.services)];
  const [lab, technician] = [
    await createLabUser(t.services, { institution: 'Zähne & Söhne' }),
    await createLabUser(t.services),
  ];
  await createGroup(t.services, me, [mate]);
  await createGroup(t.services, lab, [technician]);
  const link = await createConnection(t.services, me, lab);
  return { me, mate, lab, technician, link };
}

describe('changing a connection', () => {
  it('changing a connection: 401 for guests, 404 for strangers, 403 for group mates', async () => {
    const { mate, technician, link } = await practice();
    const stranger = await createUser(t.services);
    const tries = [
      ['PUT', `/v1/connections/${link.id}/edit/`],
      ['PUT', `/v1/connections/${link.id}/reject/`],
      ['DELETE', `/v1/connections/${link.id}/remove/`],
      ['POST', `/v1/connections/${link.id}/request/`],
    ] as const;
    for (const [method, path] of tries) {
      const statusFor = async (client: typeof t.nobody) =>
        (await client.request(method, path, { alias: 'x' })).statusCode;
      expect(await statusFor(t.nobody)).toBe(401);
      expect(await statusFor(await t.as(stranger))).toBe(404);
      expect(await statusFor(await t.as(mate))).toBe(403);
      expect(await statusFor(await t.as(technician))).toBe(403);
    }
  });

  it('only the invited person rejects a request, and not after accepting', async () => {
    const { me, lab, link } = await practice();
    expect((await (await t.as(me)).put(`/v1/connections/${link.id}/reject/`)).statusCode).toBe(403);
    const late = await (await t.as(lab)).put(`/v1/connections/${link.id}/reject/`);
    expect(late.json().detail).toBe('request already accepted');
  });

  it('the invited person cannot remove or name an open request', async () => {
    const [me, lab] = [await createUser(t.services), await createLabUser(t.services)];
    await ask(t, me, lab.email);
    const [row] = (await listsOf(t, lab)).pending;
    const client = await t.as(lab);
    expect((await client.delete(`/v1/connections/${row?.id}/remove/`)).statusCode).toBe(403);
    expect((await client.put(`/v1/connections/${row?.id}/edit/`, { alias: 'x' })).statusCode).toBe(403);
  });

  it('an alias of 101 characters or with control characters is refused', async () => {
    const { me, link } = await practice();
    for (const alias of ['x'.repeat(101), 'a\u0007b']) {
      const reply = await (await t.as(me)).put(`/v1/connections/${link.id}/edit/`, { alias });
      expect(reply.json().code).toBe('invalid_input');
    }
  });

  it('each side of a connection has its own alias', async () => {
    const { me, lab, mate, link } = await practice();
    await (await t.as(me)).put(`/v1/connections/${link.id}/edit/`, { alias: 'Lab by the river' });
    await (await t.as(lab)).put(`/v1/connections/${link.id}/edit/`, { alias: '김 치과' });
    expect((await listsOf(t, me)).accepted[0]?.alias).toBe('Lab by the river');
    expect((await listsOf(t, mate)).accepted[0]?.alias).toBe('Lab by the river');
    expect((await listsOf(t, lab)).accepted[0]?.alias).toBe('김 치과');
    expect((await lastEvent(t, 'contact_modified'))?.audience).not.toContain(me.id);
  });

  it('removing a connection keeps the cases for both sides and ends sending', async () => {
    const { me, mate, lab, technician, link } = await practice();
    const dentalCase = await createCase(t.services, { author: me, recipient: lab });
    expect(await recipientIds(me.id)).toEqual([lab.id]);
    expect((await (await t.as(lab)).delete(`/v1/connections/${link.id}/remove/`)).statusCode).toBe(200);
    expect((await lastEvent(t, 'contact_deleted'))?.audience.toSorted()).toEqual(
      [me.id, mate.id, lab.id, technician.id].toSorted(),
    );
    expect(await recipientIds(me.id)).toEqual([]);
    for (const person of [me, mate, lab, technician]) {
      const seen = await t.services.db
        .selectFrom('dental_case')
        .select('id')
        .where('id', '=', dentalCase.id)
        .where(casesVisibleTo(person.id))
        .executeTakeFirst();
      expect(seen?.id).toBe(dentalCase.id);
    }
    expect((await (await t.as(lab)).delete(`/v1/connections/${link.id}/remove/`)).statusCode).toBe(404);
  });
});

describe('the lists of connections', () => {
  it('connection lists show group mates a shared connection, read only, with its owner', async () => {
    const { me, mate, lab } = await practice();
    const [shared] = (await listsOf(t, mate)).accepted;
    expect(shared).toMatchObject({ is_owner: false, Im_invited: false, email: lab.email, text: '' });
    expect(shared?.owner).toMatchObject({ email: me.email, is_unknown: false });
    expect(await recipientIds(mate.id)).toEqual([lab.id]);
  });

  it('connection lists show a partner of both once, as one’s own connection', async () => {
    const { mate, lab } = await practice();
    await createConnection(t.services, lab, mate);
    const { accepted } = await listsOf(t, mate);
    expect(accepted).toHaveLength(1);
    expect(accepted[0]).toMatchObject({ is_owner: true, email: lab.email });
  });

  it('connection lists hide open requests from group mates', async () => {
    const { me, mate } = await practice();
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
    const { me, link } = await practice();
    await t.services.db
      .updateTable('connection')
      .set({ is_locked: true })
      .where('id', '=', link.id)
      .execute();
    const lists = await listsOf(t, me);
    expect([lists.accepted.length, lists.locked.length]).toEqual([0, 1]);
  });

  it('a designated connection cannot be removed, by either side or the group', async () => {
    const { me, mate, lab, link } = await practice();
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
    expect(await recipientIds(me.id)).toEqual([lab.id]);
  });

  it('connection lists show a deleted partner as unknown, without name or address', async () => {
    const { me, lab } = await practice();
    await t.services.db
      .updateTable('app_user')
      .set({ deleted_at: new Date() })
      .where('id', '=', lab.id)
      .execute();
    expect((await listsOf(t, me)).accepted[0]).toMatchObject({ is_unknown: true, name: '', email: '' });
    expect(await recipientIds(me.id)).toEqual([]);
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
    const { me, mate, lab, link } = await practice();
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

describe('checking an address while it is typed', () => {
  it('address check names every reason for which the request would be refused, and nothing else', async () => {
    const { me, mate, lab } = await practice();
    const far = await createUser(t.services, { region: 'eu' });
    const check = (email: string) => checkConnectionEmail(t.services, me.id, email);
    expect(await check('')).toEqual(['This field may not be blank']);
    expect(await check('nonsense')).toEqual(['Enter a valid email address.']);
    expect(await check(me.email)).toEqual(['email same as yours']);
    expect(await check(mate.email)).toEqual(['same group user']);
    expect(await check(lab.email)).toEqual(['email already added']);
    expect(await check(far.email)).toEqual(['user not in the same region']);
    expect(await check('free@cusp.example')).toEqual([]);
  });

  it('address check uses the validation call, for signed-in people only', async () => {
    const { me, lab } = await practice();
    const path = '/v1/auth/validate/?form=signup&field=email';
    const form = new FormData();
    form.append('email', lab.email);
    expect((await t.nobody.post(path, form)).statusCode).toBe(401);
    const client = await t.as(me);
    expect((await client.post(path, form)).json()).toEqual({ error_message: ['email already added'] });
    const free = new FormData();
    free.append('email', 'free@cusp.example');
    expect((await client.post(path, free)).json()).toEqual({});
    const group = await client.post('/v1/auth/validate/?form=groupUser&field=email', form);
    expect(group.json()).toEqual({ error_message: ['different role'] });
  });
});
