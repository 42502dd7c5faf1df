import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { NOBODY } from '../../platform/http/actor.ts';
import { inTransaction } from '../../platform/work.ts';
import { createGroup, createUser } from '../../testing/factories.ts';
import { openGuestCircles } from '../../testing/guest-circles.ts';
import { takeCircles } from '../case-access/stated-circles.ts';
import { sendCircles } from './circle-calls.ts';

const { us, eu, newLab, visit, knownPractice, runCircleJobs, casesOf, letCheckBeDue, remove, take, stateAt } =
  await openGuestCircles();

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
      .set({ requester_id: (await newLab()).id })
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

describe('what a region may state', () => {
  test('a region cannot state people to whom no one here sent a case', async () => {
    const [owner, mate] = [await newLab(), await newLab()];
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
