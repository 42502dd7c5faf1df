import { describe, expect, test, vi } from 'vitest';
import { arriveAt } from '../../testing/arrivals.ts';
import { mailsTo } from '../../testing/partners.ts';
import { openTwoRegions } from '../../testing/regions.ts';
import { createMember } from '../../testing/sign-in.ts';
import { dataOf, type Name, popUp } from '../../testing/social/pop-up.ts';
import { codeOf, openProviders, somebody, userBy } from '../../testing/social/social-app.ts';
import { sealTicket } from './sign-up-ticket.ts';

const { us, eu, usUrl } = await openTwoRegions({ config: await openProviders() });

describe('somebody new whose country belongs to the other region', () => {
  const GERMAN = { role: 'Dental Clinic', country: 'DE' };
  const JSON_HEADERS = { origin: new URL(usUrl).origin };
  const signUp = (ticket: string | undefined, fields: object = GERMAN, t = eu) =>
    t.nobody.request('POST', '/v1/auth/social/sign-up/', { ticket, ...fields }, JSON_HEADERS);
  const codesOf = (reply: { statusCode: number; json(): { code?: string } }) => [
    reply.statusCode,
    reply.json().code,
  ];

  /** A person who has come back from the provider to the US host. */
  async function newcomer(name: Name = 'google') {
    const person = somebody();
    const window = popUp(us, name);
    const { ticket } = dataOf(await window.signIn(person));
    return { person, window, ticket };
  }
  const leftAtUs = async (email: string) => [
    await userBy(us, email),
    await us.services.db.selectFrom('social_flow').select('email').where('email', '=', email).execute(),
    await us.services.db.selectFrom('social_identity').selectAll().execute(),
  ];

  test('somebody new of the other region signs up there and arrives, and nothing about them is left here', async () => {
    const { person, window, ticket } = await newcomer();
    const reply = await signUp(ticket, { ...GERMAN, institution: 'Zahnarztpraxis' });
    expect(reply.headers['access-control-allow-origin']).toBe(JSON_HEADERS.origin);
    expect(reply.headers['set-cookie']).toBeUndefined();
    const code = reply.json().arrival_code;
    const arrived = await arriveAt(usUrl, eu, { code, codeVerifier: window.regionVerifier });
    expect(arrived.json()).toMatchObject({ user_loc: 'EU', access: expect.any(String) });
    expect(await userBy(eu, person.email)).toMatchObject({
      region: 'eu',
      country: 'DE',
      institution: 'Zahnarztpraxis',
      first_name: 'Grace',
      activated_at: expect.any(Date),
    });
    const forgotten = await window.ask(
      'POST',
      '/v1/auth/social/forget/',
      {},
      { 'sec-fetch-site': 'same-origin' },
    );
    expect(forgotten.statusCode).toBe(200);
    expect(await leftAtUs(person.email)).toEqual([undefined, [], []]);
    // The next sign-in at the wrong host arrives directly.
    const later = popUp(us, 'google');
    const again = await later.exchange(codeOf(await later.signIn(person)));
    expect(again.json()).toMatchObject({ user_loc: 'EU', arrival_code: expect.any(String) });
  });

  test('a new person of the other region whose address the provider has not verified gets that region’s activation mail', async () => {
    const { person, ticket } = await newcomer('facebook');
    expect((await signUp(ticket)).json()).toEqual({ mailed: true });
    expect(await userBy(eu, person.email)).toMatchObject({ activated_at: null });
    const [mail] = await mailsTo(eu, person.email);
    expect(mail?.params.link).toContain('sid=RVU');
    expect((await signUp(ticket)).json()).toEqual({ mailed: true });
    expect(await mailsTo(eu, person.email)).toHaveLength(1);
  });

  test('somebody new of the other region gets one account for a form that is sent several times, at once and later', async () => {
    const { person, window, ticket } = await newcomer();
    const replies = await Promise.all([signUp(ticket), signUp(ticket), signUp(ticket)]);
    const codes = replies.map((reply) => reply.json().arrival_code);
    codes.push((await signUp(ticket)).json().arrival_code);
    expect(new Set(codes).size).toBe(4);
    const { count } = await eu.services.db
      .selectFrom('app_user')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('email', '=', person.email)
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(1);
    for (const code of codes)
      expect((await arriveAt(usUrl, eu, { code, codeVerifier: window.regionVerifier })).statusCode).toBe(200);
  });

  test('somebody new whose country belongs to the other region gets a code that only the page that began can use', async () => {
    const { window, ticket } = await newcomer();
    const { arrival_code: code } = (await signUp(ticket)).json();
    const stolen = await arriveAt(usUrl, eu, { code, codeVerifier: window.verifier });
    expect(codesOf(stolen)).toEqual([401, 'arrival_over']);
  });

  test('somebody new whose country belongs to the other region is refused with a country of this region, there and here', async () => {
    const { window, ticket } = await newcomer();
    expect(codesOf(await signUp(ticket, { ...GERMAN, country: 'US' }))).toEqual([400, 'country_elsewhere']);
    const { searchParams } = new URL(String((await window.complete(GERMAN)).headers.location), usUrl);
    expect(searchParams.get('error')).toBe('country_elsewhere');
    expect(codesOf(await signUp(ticket, { ...GERMAN, phone: '+4989123456' }))).toEqual([
      400,
      'phone_not_verified',
    ]);
    expect((await signUp(ticket)).statusCode).toBe(200);
  });

  test('somebody new is refused when the address belongs to an account of either region', async () => {
    const [here, there] = [await newcomer(), await newcomer()];
    await createMember(us, { email: here.person.email });
    await createMember(eu, { email: there.person.email, region: 'eu' });
    for (const { ticket } of [here, there])
      expect(codesOf(await signUp(ticket))).toEqual([400, 'email_taken']);
  });

  test('somebody new is refused when the identity has an account there whose data belongs elsewhere', async () => {
    const { person, ticket } = await newcomer();
    const member = await createMember(eu, { region: 'us' });
    await eu.services.db
      .insertInto('social_identity')
      .values({ provider: 'google', subject: person.sub, user_id: member.id })
      .execute();
    expect((await signUp(ticket)).json().code).toBe('social_taken');
    expect(await userBy(eu, person.email)).toBeUndefined();
  });

  test('somebody new is refused with a ticket that is changed, of the other direction, or fifteen minutes old', async () => {
    const { ticket = '' } = await newcomer();
    const identity = {
      provider: 'google',
      subject: 'x',
      email: 'x@mail.example',
      emailProven: true,
      firstName: '',
      lastName: '',
      challenge: 'c'.repeat(43),
    } as const;
    const own = sealTicket(us.services, identity);
    vi.useFakeTimers({ now: Date.now() - 16 * 60_000, toFake: ['Date'] });
    const old = sealTicket(eu.services, identity);
    vi.useRealTimers();
    for (const each of [`${ticket}AAAA`, 'A', ticket.slice(0, 40), String(own), String(old)])
      expect(codesOf(await signUp(each))).toEqual([400, 'social_invalid']);
    expect(await userBy(eu, 'x@mail.example')).toBeUndefined();
  });

  test('somebody new whose country belongs to the other region with an account here under that address gets no ticket', async () => {
    const person = somebody();
    await createMember(us, { email: person.email });
    expect(dataOf(await popUp(us, 'google').signIn(person))).not.toHaveProperty('ticket');
  });

  test('somebody new whose country belongs to the other region is forgotten only by a page of this site', async () => {
    const { person, window } = await newcomer();
    const foreign = await window.ask(
      'POST',
      '/v1/auth/social/forget/',
      {},
      { 'sec-fetch-site': 'cross-site' },
    );
    expect(foreign.statusCode).toBe(403);
    expect((await leftAtUs(person.email))[1]).toHaveLength(1);
  });
});
