import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { internalActor } from '../../platform/http/actor.ts';
import { inTransaction } from '../../platform/work.ts';
import { eventually } from '../../testing/eventually.ts';
import { createGroup } from '../../testing/factories.ts';
import { openGuestCircles } from '../../testing/guest-circles.ts';
import { admitGuest } from '../../testing/guests.ts';
import { waitingJobs } from '../../testing/two-sides.ts';
import { noteCircles } from '../share-groups/circles-changed.ts';
import { sendCircles, sendGuestChanges } from './circle-calls.ts';

const { us, eu, newLab, visit, practice, knownPractice, runCircleJobs } = await openGuestCircles();

test('the other region learns of changes to a guest who only has an old case or a signature there, and nothing about their new colleague', async () => {
  const { owner, mate } = await practice();
  const [issuer, stranger] = [await newLab(), await newLab()];
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
  await change(await newLab());
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

describe('many changes', () => {
  const jobsAbout = async ({ id }: { id: number }) =>
    (await waitingJobs(us, 'practice-changed')).filter(({ people }) => (people as number[]).includes(id));
  const change = (person: { id: number }, first_name: string) =>
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
