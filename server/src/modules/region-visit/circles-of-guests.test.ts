import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { internalActor, NOBODY } from '../../platform/http/actor.ts';
import { challengeOf } from '../../platform/secrets/code-challenge.ts';
import { inTransaction } from '../../platform/work.ts';
import { arriveAt, newVerifier } from '../../testing/arrivals.ts';
import { eventually } from '../../testing/eventually.ts';
import { createCase, createGroup, createLabUser, createUser } from '../../testing/factories.ts';
import { admitGuest } from '../../testing/guests.ts';
import { openTwoRegions } from '../../testing/regions.ts';
import { clientFor } from '../../testing/test-app.ts';
import { waitingJobs } from '../../testing/two-sides.ts';
import { type StatedCircles, stateCirclesPage, takeCircles } from '../case-access/stated-circles.ts';
import { noteCircles } from '../share-groups/circles-changed.ts';
import { sendCircles, sendGuestChanges } from './circle-calls.ts';

const { us, eu, usUrl } = await openTwoRegions({ rateLimitFactor: 0 });

type Person = Awaited<ReturnType<typeof createUser>>;

/** The databases of tests generate the same ids, so people with rows in both get ids beyond that range. */
let lastId = 2_000_000;
const lab = () => {
  lastId += 16;
  return createLabUser(us.services, { id: lastId });
};

/** A lab of the US whose owner has a case of an EU clinic, with a mate who may not be known there yet. */
async function practice() {
  const [owner, mate] = [await lab(), await lab()];
  const group = await createGroup(us.services, owner, [mate]);
  const guest = await admitGuest(eu.services, owner);
  const clinic = await createUser(eu.services, { region: 'eu' });
  const dentalCase = await createCase(eu.services, { author: clinic, recipient: guest, status: 'PROC' });
  return { owner, mate, group, clinic, dentalCase };
}

/** A practice whose group is known in the EU. */
async function knownPractice() {
  const known = await practice();
  await sendCircles(us.services, [known.owner.id]);
  return known;
}

/** Runs the jobs that are waiting at home. */
async function runCircleJobs() {
  for (const { people } of await waitingJobs(us, 'practice-changed'))
    await sendCircles(us.services, people as number[]);
}

async function visit(person: Person) {
  const codeVerifier = newVerifier();
  const home = await us.as(person);
  const begun = await home.post('/v1/region-visit/', { codeChallenge: challengeOf(codeVerifier) });
  const arrived = await arriveAt(usUrl, eu, { code: begun.json().arrival_code, codeVerifier });
  const cookie = String(arrived.cookies.find(({ name }) => name === 'cusp')?.value);
  return clientFor(eu.app, arrived.json().access, cookie);
}

const casesOf = async (client: Awaited<ReturnType<typeof visit>>): Promise<number[]> =>
  (await client.get('/v1/cases/')).json().posts.map(({ id }: { id: number }) => id);

/** Simulates that 15 minutes of a visit have passed. */
async function letCheckBeDue({ id }: Person): Promise<void> {
  const rows = await eu.services.db
    .updateTable('session')
    .set({ home_checked_at: new Date(Date.now() - 16 * 60_000) })
    .where('user_id', '=', id)
    .returning('id')
    .execute();
  for (const row of rows) eu.services.hub.endSession(row.id);
}

const memberOf = async ({ id }: { id: number }) =>
  us.services.db.selectFrom('group_member').select('id').where('user_id', '=', id).executeTakeFirstOrThrow();

const remove = async (owner: Person, mate: Person) => {
  const { id } = await memberOf(mate);
  expect((await (await us.as(owner)).delete(`/v1/group/users/${id}/remove/`)).statusCode).toBe(200);
};

const eventsFor = async ({ id }: { id: number }) =>
  (
    await eu.services.db
      .selectFrom('event')
      .select('name')
      .where(sql<boolean>`${id} = any(audience)`)
      .execute()
  ).map(({ name }) => name);

const take = (stated: StatedCircles) =>
  inTransaction(eu.services, NOBODY, (work) => takeCircles(work, stated));
const stateAt = async (site: typeof us, people: number[]): Promise<StatedCircles> => {
  const { page } = await site.services.db.transaction().execute((tx) => stateCirclesPage(tx, people, 0));
  return page;
};

describe('a guest’s group', () => {
  test('a mate who is removed at home sees no case of the group in the other region', async () => {
    const { owner, mate, dentalCase } = await knownPractice();
    const client = await visit(mate);
    expect(await casesOf(client)).toEqual([dentalCase.id]);
    await remove(owner, mate);
    await runCircleJobs();
    expect(await casesOf(client)).toEqual([]);
    expect((await client.get(`/v1/cases/${dentalCase.id}/`)).statusCode).toBe(404);
    expect(await casesOf(await visit(owner))).toEqual([dentalCase.id]);
  });

  test('a mate who leaves is no longer assigned, and everybody concerned gets an event to reload', async () => {
    const { owner, mate, dentalCase } = await knownPractice();
    await eu.services.db
      .updateTable('dental_case')
      .set({ assignee_id: mate.id })
      .where('id', '=', dentalCase.id)
      .execute();
    await remove(mate, mate);
    await runCircleJobs();
    const { assignee_id } = await eu.services.db
      .selectFrom('dental_case')
      .select('assignee_id')
      .where('id', '=', dentalCase.id)
      .executeTakeFirstOrThrow();
    expect(assignee_id).toBeNull();
    expect(await eventsFor(mate)).toContain('sharegroup_settled');
    expect(await eventsFor(owner)).toEqual(
      expect.arrayContaining(['sharegroup_settled', 'post_assignee_changed']),
    );
  });

  test('a dissolved group gives its members nothing', async () => {
    const { owner, mate, group } = await knownPractice();
    const client = await visit(mate);
    await (await us.as(owner)).delete(`/v1/group/${group.id}/remove/`);
    await runCircleJobs();
    expect(await casesOf(client)).toEqual([]);
  });

  test('a colleague who joins at home sees the cases as a guest', async () => {
    const { mate, owner, dentalCase } = await practice();
    expect((await (await us.as(mate)).get('/v1/region-visit/')).json().cases).toBe(0);
    await sendCircles(us.services, [mate.id]);
    expect(await casesOf(await visit(mate))).toEqual([dentalCase.id]);
    expect(await casesOf(await visit(owner))).toEqual([dentalCase.id]);
  });

  test('a group that is joined later brings its owner, who had no case there', async () => {
    const { owner, mate, dentalCase } = await knownPractice();
    const boss = await lab();
    await remove(owner, mate);
    await (await us.as(owner)).delete(`/v1/group/${(await ownGroup(owner)).id}/remove/`);
    await createGroup(us.services, boss, [owner]);
    await sendCircles(us.services, [owner.id, mate.id]);
    expect(await casesOf(await visit(boss))).toEqual([dentalCase.id]);
  });
});

const ownGroup = ({ id }: Person) =>
  us.services.db.selectFrom('share_group').select('id').where('owner_id', '=', id).executeTakeFirstOrThrow();

test('the other region learns of changes to a guest who only has an old case or a signature there, and nothing about their new colleague', async () => {
  const { owner, mate } = await practice();
  const [issuer, stranger] = [await lab(), await lab()];
  // The lab that the issuer has left for another one took copies of its statements along, which name them.
  await admitGuest(eu.services, issuer);
  await createGroup(us.services, stranger, [issuer]);
  await us.services.db
    .insertInto('region_import')
    .values({
      move_id: randomUUID(),
      from_region: 'eu',
      circle: [stranger.id],
      step: 'arrived',
      are_statements_here: true,
      country: '',
      totals: '{}',
      failure: null,
      ended_at: new Date(),
    })
    .execute();
  const send = globalThis.fetch;
  type Answer = { are_known: boolean; known_ids?: number[] };
  const answers: Answer[] = [];
  let isPrevious = false;
  const calls = vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const reply = await send(url, init);
    if (!String(url).endsWith('/region/known-guests/')) return reply;
    const answer = (await reply.json()) as Answer;
    answers.push(answer);
    return Response.json(isPrevious ? { are_known: answer.are_known } : answer);
  });
  for (const person of [owner, mate, issuer, stranger]) {
    await (await us.as(person)).post('/v1/setLang/', { language: 'fr' });
    const jobs = await waitingJobs(us, 'guest-changed');
    expect(jobs.map(({ userId }) => userId)).toContain(person.id);
    await sendGuestChanges(us.services, person.id);
  }
  expect(answers).toEqual([
    { are_known: true, known_ids: [owner.id] },
    { are_known: true, known_ids: [owner.id, mate.id] },
    // After such a reply the previous release states nothing.
    { are_known: false, known_ids: [issuer.id] },
    { are_known: false, known_ids: [issuer.id] },
  ]);
  const bodies = calls.mock.calls
    .filter(([url]) => String(url).endsWith('/region/circles/'))
    .map(([, init]) => String(init?.body));
  isPrevious = true;
  calls.mockClear();
  for (const { id } of [owner, issuer]) await sendGuestChanges(us.services, id);
  const toPrevious = calls.mock.calls.filter(([url]) => String(url).endsWith('/region/circles/'));
  expect(toPrevious.map(([, init]) => JSON.parse(String(init?.body)).ids)).toEqual([[owner.id, mate.id]]);
  calls.mockRestore();
  expect(bodies.map((body) => JSON.parse(body).ids)).toEqual([
    [owner.id, mate.id],
    [owner.id, mate.id],
    [issuer.id],
  ]);
  expect(JSON.parse(bodies[2] ?? '')).toMatchObject({ circle: [issuer.id], groups: '[]', members: '[]' });
  expect(bodies.filter((body) => body.includes(stranger.email))).toEqual([]);
  const known = eu.services.db.selectFrom('app_user').select('language');
  for (const { id } of [owner, mate, issuer])
    expect(await known.where('id', '=', id).executeTakeFirst()).toEqual({ language: 'fr' });
  expect(await known.where('id', '=', stranger.id).executeTakeFirst()).toBeUndefined();
});

test('a group of hundreds is the same there as at home after a visit, after changes and after the checks of a visit in progress', async () => {
  const { owner, mate, group, clinic, dentalCase } = await practice();
  const { rows } = await sql<{ id: number }>`
    insert into app_user (id, email, email_key, first_name, last_name, role, institution, country, language, region, activated_at)
    select 3000000 + 16 * nr, name, name, 'Sang-ho 김', 'O''Neill', 'Dental Lab', repeat('치', 100), 'US', 'ko', 'us', now()
    from generate_series(1, 700) as nr, lateral (select 'mate' || nr || '@cusp.example' as name) as mail returning id
  `.execute(us.services.db);
  const join = (some: readonly number[]) =>
    sql`
    insert into group_member (group_id, user_id, email, email_key, requester_id, status, language)
    select ${group.id}, id, email, email_key, ${owner.id}, 'ACCD', 'ko' from app_user where id = any(${[...some]}::bigint[])
  `.execute(us.services.db);
  const ids = rows.map(({ id }) => id);
  await join(ids.slice(0, 500));
  const membersThere = async () => {
    const found = await sql<{ count: number }>`
      select count(*)::integer as count from group_member where group_id = ${group.id}
    `.execute(eu.services.db);
    return found.rows[0]?.count;
  };
  const client = await visit(mate);
  expect(await casesOf(client)).toEqual([dentalCase.id]);
  expect(await membersThere()).toBe(501);
  const handOver = async (from: { id: number }, to: { id: number }) => {
    await us.services.db.deleteFrom('group_member').where('user_id', '=', to.id).execute();
    await us.services.db
      .updateTable('share_group')
      .set({ owner_id: to.id })
      .where('id', '=', group.id)
      .execute();
    await join([from.id]);
  };
  const next = { id: ids[599] ?? 0, email: 'mate600@cusp.example' };
  await join(ids.slice(500, 600));
  await handOver(owner, next);
  await sendCircles(us.services, [next.id]);
  expect(await membersThere()).toBe(601);
  const sent = await createCase(eu.services, { author: clinic, recipient: next });
  await eu.services.db
    .updateTable('dental_case')
    .set({ assignee_id: mate.id })
    .where('id', '=', sent.id)
    .execute();
  await join(ids.slice(600));
  // The first page has the new owner and the assigned colleague, and a later one the former owner.
  await handOver(next, owner);
  await letCheckBeDue(mate);
  // Some of the first page leave before the last one is asked for, which has most of the people who are new.
  let pages = 0;
  const send = globalThis.fetch;
  const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const reply = await send(url, init);
    if (String(url).includes('/region/visit-holds/')) pages += 1;
    if (pages === 3)
      await us.services.db.deleteFrom('group_member').where('user_id', 'in', ids.slice(0, 5)).execute();
    return reply;
  });
  expect(await casesOf(client)).toEqual([sent.id, dentalCase.id]);
  asked.mockRestore();
  expect(await membersThere()).toBe(701);
  const assigned = eu.services.db.selectFrom('dental_case').select('assignee_id').where('id', '=', sent.id);
  expect(await assigned.execute()).toEqual([{ assignee_id: mate.id }]);
}, 120_000);

test('the other region learns the mail settings and language of a guest, and nothing about people without visits or partners there', async () => {
  const { owner, mate } = await knownPractice();
  const change = async (person: { id: number }) =>
    (await us.as(person)).put('/v1/user/settings/', { comment_add_email: false });
  const mailedThere = ({ id } = owner) =>
    eu.services.db
      .selectFrom('app_user')
      .select(['comment_add_email', 'language'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const jobs = async () => (await waitingJobs(us, 'practice-changed')).length;
  const before = await jobs();
  await change(await lab());
  expect(await jobs()).toBe(before);
  await visit(owner);
  expect(await mailedThere()).toEqual({ comment_add_email: true, language: 'en' });
  await (await us.as(owner)).post('/v1/setLang/', { language: 'ko' });
  await runCircleJobs();
  expect(await mailedThere()).toEqual({ comment_add_email: true, language: 'ko' });
  expect((await change(owner)).statusCode).toBe(200);
  await runCircleJobs();
  expect(await mailedThere()).toEqual({ comment_add_email: false, language: 'ko' });
  // A colleague unknown there, once the earlier jobs are done.
  await sql`delete from pgboss.job where name = 'practice-changed'`.execute(us.services.db);
  await change(mate);
  await runCircleJobs();
  expect(await mailedThere(mate)).toMatchObject({ comment_add_email: false });
});

describe('while the regions cannot talk', () => {
  test('people at home do not wait while the regions cannot talk, and a new visit states the group first', async () => {
    const { owner, mate, dentalCase } = await knownPractice();
    const down = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed'));
    await remove(owner, mate);
    await expect(sendCircles(us.services, [mate.id])).rejects.toMatchObject({ code: 'region_unreachable' });
    down.mockRestore();
    expect(await casesOf(await visit(mate))).toEqual([]);
    expect(await casesOf(await visit(owner))).toEqual([dentalCase.id]);
  });

  test('a visit in progress asks home again after 15 minutes', async () => {
    const { owner, mate, dentalCase } = await knownPractice();
    const client = await visit(mate);
    await remove(owner, mate);
    expect(await casesOf(client)).toEqual([dentalCase.id]);
    await letCheckBeDue(mate);
    expect(await casesOf(client)).toEqual([]);
  });

  test('a statement that arrives late does not undo a later one', async () => {
    const { owner, mate, dentalCase } = await knownPractice();
    const late = await stateAt(us, [owner.id]);
    await remove(owner, mate);
    await runCircleJobs();
    await take(late);
    const client = await visit(owner);
    expect(await casesOf(client)).toEqual([dentalCase.id]);
    expect(
      await eu.services.db.selectFrom('group_member').select('id').where('user_id', '=', mate.id).execute(),
    ).toEqual([]);
  });

  test('a statement that waits in a long transaction does not undo one that is stored meanwhile', async () => {
    const { owner, mate } = await knownPractice();
    const late = await stateAt(us, [owner.id]);
    await remove(owner, mate);
    const client = await visit(mate);
    await inTransaction(eu.services, NOBODY, async (work) => {
      await sql`select now()`.execute(work.tx);
      await runCircleJobs();
      await takeCircles(work, late);
    });
    expect(await casesOf(client)).toEqual([]);
  });

  test('a statement that is older than what is known is sent again', async () => {
    const { owner, mate } = await knownPractice();
    const send = globalThis.fetch;
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementationOnce(async (...request) => {
      await take(await stateAt(us, [owner.id]));
      return send(...request);
    });
    await expect(sendCircles(us.services, [mate.id])).rejects.toThrow('read later');
    fetched.mockRestore();
    await sendCircles(us.services, [mate.id]);
  });

  test('a statement that arrives late does not undo a later name, language or address, also of somebody outside of the circle', async () => {
    const { owner, mate } = await knownPractice();
    const invited = await us.services.db
      .updateTable('group_member')
      .set({ requester_id: (await lab()).id })
      .where('user_id', '=', mate.id)
      .returning('requester_id')
      .executeTakeFirstOrThrow();
    const people = [mate.id, invited.requester_id];
    const late = await stateAt(us, [owner.id]);
    for (const id of people)
      await us.services.db
        .updateTable('app_user')
        .set({ first_name: 'Newer', language: 'ko', email: `newer${id}@example.com` })
        .where('id', '=', id)
        .execute();
    const newer = await stateAt(us, [owner.id]);
    const known = () =>
      eu.services.db
        .selectFrom('app_user')
        .select(['first_name', 'language', 'email'])
        .where('id', 'in', people)
        .orderBy('id')
        .execute();
    const wanted = people
      .toSorted((a, b) => a - b)
      .map((id) => ({ first_name: 'Newer', language: 'ko', email: `newer${id}@example.com` }));
    for (const stated of [newer, late]) {
      await take(stated);
      expect(await known()).toEqual(wanted);
    }
  });
});

describe('a clock that is ahead', () => {
  const inFuture = (seconds: number) => new Date(Date.now() + seconds * 1000);

  test('a statement by a clock that is ahead holds until a later one is read, and the log names the seconds', async () => {
    const { owner, mate, dentalCase } = await knownPractice();
    const client = await visit(mate);
    const error = vi.spyOn(eu.services.log, 'error');
    const removed = { ...(await stateAt(us, [owner.id])), members: '[]' };
    await take({ ...removed, at: inFuture(300).toISOString() });
    expect(await casesOf(client)).toEqual([]);
    const message = expect.stringMatching(/the other region's database is \d+ s ahead of ours/);
    expect(error).toHaveBeenCalledExactlyOnceWith(expect.anything(), message);
    error.mockRestore();
    await sendCircles(us.services, [owner.id]);
    expect(await casesOf(client)).toEqual([dentalCase.id]);
  });

  test('a statement stored with a future time does not outlast the repair of the clock', async () => {
    const { owner, mate, dentalCase } = await knownPractice();
    await eu.services.db
      .updateTable('app_user')
      .set({ person_stated_at: inFuture(3600), circle_stated_at: inFuture(3600) })
      .where('id', 'in', [owner.id, mate.id])
      .execute();
    await us.services.db
      .updateTable('app_user')
      .set({ first_name: 'Newer' })
      .where('id', '=', owner.id)
      .execute();
    await remove(owner, mate);
    await runCircleJobs();
    expect(await casesOf(await visit(mate))).toEqual([]);
    expect(await casesOf(await visit(owner))).toEqual([dentalCase.id]);
    const { first_name } = await eu.services.db
      .selectFrom('app_user')
      .select('first_name')
      .where('id', '=', owner.id)
      .executeTakeFirstOrThrow();
    expect(first_name).toBe('Newer');
  });
});

describe('many changes', () => {
  const jobsAbout = async ({ id }: Person) =>
    (await waitingJobs(us, 'practice-changed')).filter(({ people }) => (people as number[]).includes(id));
  const change = (person: Person, first_name: string) =>
    inTransaction(us.services, internalActor(person.id), async (work) => {
      await work.tx.updateTable('app_user').set({ first_name }).where('id', '=', person.id).execute();
      await noteCircles(work, [person.id]);
    });

  test('one job waits for all changes of a practice, and one is tried again', async () => {
    const { owner, mate } = await knownPractice();
    for (const person of [owner, mate, owner]) await change(person, 'Again');
    expect([await jobsAbout(owner), await jobsAbout(mate)]).toEqual([[{ people: [owner.id] }], []]);
    // The other region was down.
    const states = async () => {
      const { rows } = await sql<{ state: string }>`
        select state from pgboss.job where name = 'practice-changed' and singleton_key = ${String(owner.id)} order by state
      `.execute(us.services.db);
      return rows.map(({ state }) => state);
    };
    const become = (state: string) =>
      sql`
        update pgboss.job set state = ${state}::pgboss.job_state
        where name = 'practice-changed' and state = 'created' and singleton_key = ${String(owner.id)}
      `.execute(us.services.db);
    await become('retry');
    for (const person of [owner, mate]) await change(person, 'More');
    expect(await states()).toEqual(['created', 'retry']);
    await expect(become('retry')).rejects.toMatchObject({ code: '23505' });
    await runCircleJobs();
    const known = await eu.services.db
      .selectFrom('app_user')
      .select('first_name')
      .where('id', 'in', [owner.id, mate.id])
      .execute();
    expect(known).toEqual([{ first_name: 'More' }, { first_name: 'More' }]);
  });

  test('a job that begins before a change is committed states it', async () => {
    const { owner } = await knownPractice();
    const begun = await inTransaction(us.services, internalActor(owner.id), async (work) => {
      await work.tx.updateTable('app_user').set({ first_name: 'Late' }).where('id', '=', owner.id).execute();
      await noteCircles(work, [owner.id]);
      const sending = sendCircles(us.services, [owner.id]);
      await eventually(async () => {
        const { rows } = await sql`
          select from pg_locks join pg_database on pg_database.oid = database
          where datname = current_database() and locktype = 'advisory' and not granted
        `.execute(work.tx);
        expect(rows).toHaveLength(1);
      });
      return { sending };
    });
    await begun.sending;
    const known = await eu.services.db
      .selectFrom('app_user')
      .select('first_name')
      .where('id', '=', owner.id)
      .executeTakeFirst();
    expect(known).toEqual({ first_name: 'Late' });
  });
});

describe('what a region may state', () => {
  test('a region cannot state people to whom no one here sent a case', async () => {
    const [owner, mate] = [await lab(), await lab()];
    await createGroup(us.services, owner, [mate]);
    await sendCircles(us.services, [owner.id]);
    const known = await eu.services.db
      .selectFrom('app_user')
      .select('id')
      .where('id', 'in', [owner.id, mate.id])
      .execute();
    expect(known).toEqual([]);
  });

  test('a region cannot state people who live here, or their groups', async () => {
    const { owner, mate } = await knownPractice();
    const [own, colleague] = [
      await createUser(eu.services, { region: 'eu' }),
      await createUser(eu.services, { region: 'eu' }),
    ];
    const group = await createGroup(eu.services, own, [colleague]);
    const stated = await stateAt(us, [owner.id]);
    const member = JSON.parse(stated.members)[0];
    await take({
      ...stated,
      at: new Date(Date.now() + 30_000).toISOString(),
      ids: [...stated.ids, own.id, colleague.id],
      members: JSON.stringify([{ ...member, id: member.id + 1, group_id: group.id }]),
    });
    const members = await eu.services.db
      .selectFrom('group_member')
      .select('user_id')
      .where('group_id', '=', group.id)
      .execute();
    expect(members).toEqual([{ user_id: colleague.id }]);
    expect(members).not.toContainEqual({ user_id: mate.id });
  });
});
