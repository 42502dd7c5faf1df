import { describe, expect, it } from 'vitest';
import { connectedPractice, recipientIds } from '../../testing/connections.ts';
import { createCase, createLabUser, createUser } from '../../testing/factories.ts';
import { ask, lastEvent, listsOf } from '../../testing/partners.ts';
import { openTestApp } from '../../testing/test-app.ts';
import { casesVisibleTo } from '../case-access/visible-cases.sql.ts';
import { checkConnectionEmail } from './email-check.ts';

const t = await openTestApp();

describe('changing a connection', () => {
  it('changing a connection: 401 for guests, 404 for strangers, 403 for group mates', async () => {
    const { mate, technician, link } = await connectedPractice(t);
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
    const { me, lab, link } = await connectedPractice(t);
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
    const { me, link } = await connectedPractice(t);
    for (const alias of ['x'.repeat(101), 'a\u0007b']) {
      const reply = await (await t.as(me)).put(`/v1/connections/${link.id}/edit/`, { alias });
      expect(reply.json().code).toBe('invalid_input');
    }
  });

  it('each side of a connection has its own alias', async () => {
    const { me, lab, mate, link } = await connectedPractice(t);
    await (await t.as(me)).put(`/v1/connections/${link.id}/edit/`, { alias: 'Lab by the river' });
    await (await t.as(lab)).put(`/v1/connections/${link.id}/edit/`, { alias: '김 치과' });
    expect((await listsOf(t, me)).accepted[0]?.alias).toBe('Lab by the river');
    expect((await listsOf(t, mate)).accepted[0]?.alias).toBe('Lab by the river');
    expect((await listsOf(t, lab)).accepted[0]?.alias).toBe('김 치과');
    expect((await lastEvent(t, 'contact_modified'))?.audience).not.toContain(me.id);
  });

  it('removing a connection keeps the cases for both sides and ends sending', async () => {
    const { me, mate, lab, technician, link } = await connectedPractice(t);
    const dentalCase = await createCase(t.services, { author: me, recipient: lab });
    expect(await recipientIds(t, me.id)).toEqual([lab.id]);
    expect((await (await t.as(lab)).delete(`/v1/connections/${link.id}/remove/`)).statusCode).toBe(200);
    expect((await lastEvent(t, 'contact_deleted'))?.audience.toSorted()).toEqual(
      [me.id, mate.id, lab.id, technician.id].toSorted(),
    );
    expect(await recipientIds(t, me.id)).toEqual([]);
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

describe('checking an address while it is typed', () => {
  it('address check names every reason for which the request would be refused, and nothing else', async () => {
    const { me, mate, lab } = await connectedPractice(t);
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
    const { me, lab } = await connectedPractice(t);
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
