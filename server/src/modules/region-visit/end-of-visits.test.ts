import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { NOBODY } from '../../platform/http/actor.ts';
import { askPeer } from '../../platform/region/peer-call.ts';
import { challengeOf } from '../../platform/secrets/code-challenge.ts';
import { inTransaction } from '../../platform/work.ts';
import { arriveAt, newVerifier } from '../../testing/arrivals.ts';
import { createCase, createConnection, createLabUser, createUser } from '../../testing/factories.ts';
import { admitGuest } from '../../testing/guests.ts';
import { openTwoRegions } from '../../testing/regions.ts';
import { ask, createMember, signIn } from '../../testing/sign-in.ts';
import { clientFor } from '../../testing/test-app.ts';
import { waitingJobs } from '../../testing/two-sides.ts';
import { stateCirclesPage, takeCircles } from '../case-access/stated-circles.ts';
import { finishClosings } from '../closing/finish-closings.ts';
import { endSessions } from '../identity/sessions.ts';
import { sendEndedSessions } from '../identity/visit-calls.ts';
import { sendCircles } from './circle-calls.ts';

const { us, eu, usUrl } = await openTwoRegions({ rateLimitFactor: 0 });

let lastId = 1_000_000;

/** A person of the US with a session, and a code for a visit to the EU. */
async function visitor() {
  lastId += 16;
  const lab = await createLabUser(us.services, { id: lastId });
  await admitGuest(eu.services, lab);
  const home = await us.as(lab);
  const codeVerifier = newVerifier();
  const begin = () => home.post('/v1/region-visit/', { codeChallenge: challengeOf(codeVerifier) });
  const use = async (code: string) => arriveAt(usUrl, eu, { code, codeVerifier });
  return { lab, home, begin, use };
}

async function guest() {
  const { use, begin, ...others } = await visitor();
  const arrived = await use((await begin()).json().arrival_code);
  const cookie = String(arrived.cookies.find(({ name }) => name === 'cusp')?.value);
  return { ...others, client: clientFor(eu.app, arrived.json().access, cookie) };
}

const signOut = ({ cookie }: { cookie: string }) =>
  ask(us, { path: '/v1/auth/logout/', headers: { cookie: `cusp=${cookie}`, 'action-id': 'a-1' } });

const statusOf = async (client: Awaited<ReturnType<typeof guest>>['client']) =>
  (await client.get('/v1/cases/')).statusCode;

/** Runs the jobs that are waiting at home. */
async function runEndVisits() {
  for (const { sessions } of await waitingJobs(us, 'end-visits'))
    await sendEndedSessions(us.services, sessions as string[]);
}

/** Lets minutes pass since home was last asked about visits of a person. */
const letPass = async ({ id }: { id: number }, minutes: number) =>
  eu.services.db
    .updateTable('session')
    .set({ home_checked_at: new Date(Date.now() - minutes * 60_000) })
    .where('user_id', '=', id)
    .execute();

/** Ends sessions without informing the other region, as during an outage. */
const endSilently = ({ id }: { id: number }) =>
  us.services.db.updateTable('session').set({ ended_at: new Date() }).where('user_id', '=', id).execute();

/** Drops the cached state of a session in the EU. */
const forgetCached = async ({ id }: { id: number }) => {
  const rows = await eu.services.db.selectFrom('session').select('id').where('user_id', '=', id).execute();
  for (const row of rows) eu.services.hub.endSession(row.id);
};

describe('a visit', () => {
  test('a visit ends when its person signs out at home, and other visits continue', async () => {
    const [left, stays] = [await guest(), await guest()];
    expect(await statusOf(left.client)).toBe(200);
    const { length: before } = await waitingJobs(us, 'end-visits');
    await signOut(left.home);
    await runEndVisits();
    expect([await statusOf(left.client), await statusOf(stays.client)]).toEqual([401, 200]);
    expect(await waitingJobs(us, 'end-visits')).toHaveLength(before + 1);
  });

  test('a visit ends when its person is signed out everywhere at home', async () => {
    const { lab, client } = await guest();
    await inTransaction(us.services, { ip: '', requestId: null }, (work) =>
      endSessions(work, { userId: lab.id }, 'account blocked'),
    );
    await runEndVisits();
    expect(await statusOf(client)).toBe(401);
  });

  test('a visit does not begin with a code from a session that is over', async () => {
    const { begin, use, home } = await visitor();
    const { arrival_code: code } = (await begin()).json();
    await signOut(home);
    await runEndVisits();
    const arrived = await use(code);
    expect([arrived.statusCode, arrived.json().code]).toEqual([401, 'arrival_over']);
  });

  test.each([
    ['15 minutes after the last check', 16],
    ['after a check by a clock that was a day ahead', -24 * 60],
  ])('a visit ends %s if home could not be asked', async (_when, minutes) => {
    const { lab, client } = await guest();
    await endSilently(lab);
    expect(await statusOf(client)).toBe(200);
    await letPass(lab, minutes);
    await forgetCached(lab);
    expect(await statusOf(client)).toBe(401);
  });

  test('a visit ends at the next check when home blocked its person', async () => {
    const { lab, client } = await guest();
    const blocked = { blocked_at: new Date(), blocked_by: lab.id };
    await us.services.db.updateTable('app_user').set(blocked).where('id', '=', lab.id).execute();
    await letPass(lab, 16);
    expect(await statusOf(client)).toBe(401);
  });

  test('a visit continues while home cannot be reached, which is tried again after a minute', async () => {
    const { lab, client } = await guest();
    const asked = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed'));
    await letPass(lab, 16);
    expect(await statusOf(client)).toBe(200);
    await forgetCached(lab);
    expect(await statusOf(client)).toBe(200);
    expect(asked).toHaveBeenCalledTimes(1);
    asked.mockRestore();
    await endSilently(lab);
    await letPass(lab, 16);
    await forgetCached(lab);
    expect(await statusOf(client)).toBe(401);
  });
});

test('a visit is checked between this release and an earlier one, whichever of them asks', async () => {
  const { lab, client } = await guest();
  const { id: session } = await us.services.db
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', lab.id)
    .executeTakeFirstOrThrow();
  const circles = z.object({ ids: z.array(z.number()) }).nullable();
  const earlier = { body: z.object({ session: z.uuid() }), reply: z.object({ holds: z.boolean(), circles }) };
  const call = { ...earlier, name: 'visit-holds', perMinute: 12_000 };
  expect(await askPeer(eu.services, call, { session })).toEqual({ holds: true, circles: { ids: [lab.id] } });

  // A release that counts pages, and one without pages.
  for (const [next, pages] of [
    [
      [1, null],
      [0, 1],
    ],
    [[undefined], [0]],
  ]) {
    const send = globalThis.fetch;
    const asked: unknown[] = [];
    const answers = vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
      const { page } = JSON.parse(String(init?.body));
      const { circles, ...answer } = (await (await send(url, init)).json()) as Record<string, object>;
      asked.push(page);
      return Response.json({ ...answer, circles: { ...circles, circle: undefined }, next: next?.shift() });
    });
    await letPass(lab, 16);
    await forgetCached(lab);
    expect(await statusOf(client)).toBe(200);
    answers.mockRestore();
    expect(asked).toEqual(pages);
  }
});

test('the end of a session without visits is not sent to the other region', async () => {
  const before = await waitingJobs(us, 'end-visits');
  const person = await createMember(us);
  const cookie = String((await signIn(us, person.email)).cookies.find(({ name }) => name === 'cusp')?.value);
  await signOut({ cookie });
  expect(await waitingJobs(us, 'end-visits')).toEqual(before);
});

test('signing out works while the other region is down', async () => {
  const { home } = await guest();
  const down = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed'));
  expect((await signOut(home)).statusCode).toBe(200);
  expect((await home.get('/v1/cases/')).statusCode).toBe(401);
  const { sessions } = (await waitingJobs(us, 'end-visits')).at(-1) ?? {};
  await expect(sendEndedSessions(us.services, sessions as string[])).rejects.toMatchObject({
    code: 'region_unreachable',
  });
  down.mockRestore();
});

const NOT_BEGUN = {
  reason_code: 'problem',
  mode: 'read',
  grant_id: null,
  approved_by: null,
  approved_at: null,
  link_hash: null,
  link_until: null,
  staff_session_id: null,
  session_id: null,
  started_at: null,
  ends_at: null,
  ended_at: null,
  end_reason: null,
} as const;

test('the other region keeps neither name nor address of a closed account nor a copy of a case, with a case there or without', async () => {
  const clinic = await createUser(eu.services, { region: 'eu' });
  const closed: number[] = [];
  for (const presence of ['guest', 'moved'] as const) {
    lastId += 16;
    const home = await createLabUser(us.services, { id: lastId, institution: 'Zqxlab' });
    const away = await admitGuest(eu.services, home, presence);
    await createConnection(eu.services, clinic, away);
    if (presence === 'guest') await createCase(eu.services, { author: clinic, recipient: away });
    await eu.services.db
      .insertInto('support_session')
      .values({
        ...NOT_BEGUN,
        staff_id: clinic.id,
        subject_id: away.id,
        reason: 'Zqx reason',
        ticket: 'Zqx-1',
      })
      .execute();
    closed.push(home.id);
  }
  // Stored by a process of the previous release.
  const old = await admitGuest(eu.services, await createLabUser(us.services, { id: lastId + 8 }));
  await createCase(eu.services, { author: clinic, recipient: old });
  await eu.services.db
    .updateTable('app_user')
    .set({ deleted_at: new Date() })
    .where('id', '=', old.id)
    .execute();
  const past = new Date(Date.now() - 1000);
  await us.services.db.updateTable('app_user').set({ closes_at: past }).where('id', 'in', closed).execute();
  await finishClosings(us.services);
  for (const { people } of await waitingJobs(us, 'practice-changed'))
    await sendCircles(us.services, people as number[]);
  const kept = await eu.services.db
    .selectFrom('app_user')
    .select(['email', 'first_name', 'last_name', 'institution'])
    .where('id', 'in', closed)
    .where('deleted_at', 'is not', null)
    .execute();
  expect(kept).toEqual(closed.map(() => ({ email: '', first_name: '', last_name: '', institution: '' })));
  const { rows } = await sql`
    select from connection where owner_id = ${clinic.id} or user_id = ${clinic.id}
  `.execute(eu.services.db);
  expect(rows).toEqual([]);
  await finishClosings(eu.services);
  const copies = await eu.services.db
    .selectFrom('dental_case')
    .innerJoin('case_search', 'case_search.case_id', 'dental_case.id')
    .select(['author_removed_at', 'recipient_removed_at', 'text'])
    .where('dental_case.author_id', '=', clinic.id)
    .where('comment_id', '=', 0)
    .execute();
  const copy = {
    author_removed_at: null,
    recipient_removed_at: expect.any(Date),
    text: expect.not.stringMatching(/zqxlab/i),
  };
  expect(copies).toEqual([copy, copy]);
  const supported = await eu.services.db
    .selectFrom('support_session')
    .select(['reason', 'ticket'])
    .where('subject_id', 'in', closed)
    .execute();
  expect(supported).toEqual(closed.map(() => ({ reason: '', ticket: '' })));
});

test('a statement of the other region closes neither a name of an import nor an account that is still open', async () => {
  lastId += 16;
  const home = await createLabUser(us.services, { id: lastId });
  const guest = await admitGuest(eu.services, home, 'guest');
  const named = await createUser(eu.services);
  const past = new Date(Date.now() - 1000);
  const set = (id: number, presence: 'guest' | 'named') =>
    eu.services.db.updateTable('app_user').set({ presence, closes_at: past }).where('id', '=', id).execute();
  await set(guest.id, 'guest');
  await set(named.id, 'named');
  const people = () =>
    eu.services.db
      .selectFrom('app_user')
      .select(['id', 'email', 'first_name', 'deleted_at'])
      .where('id', 'in', [guest.id, named.id])
      .orderBy('id')
      .execute();
  const before = await people();
  const { page: stated } = await us.services.db
    .transaction()
    .execute((tx) => stateCirclesPage(tx, [home.id], 0));
  const forged = JSON.parse(stated.people).map((person: object) => ({
    ...person,
    id: named.id,
    deleted_at: past,
  }));
  await inTransaction(eu.services, NOBODY, (work) =>
    takeCircles(work, { ...stated, ids: [named.id], people: JSON.stringify(forged) }),
  );
  await finishClosings(eu.services);
  expect(await people()).toEqual(before);
});
