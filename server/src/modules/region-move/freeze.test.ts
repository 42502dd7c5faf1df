import { beforeEach, describe, expect, test } from 'vitest';
import { removeAs, removeForSideOf } from '../../testing/deletions.ts';
import { createCase, createConnection, createGroup, createUser } from '../../testing/factories.ts';
import { createMove } from '../../testing/moves/create-move.ts';
import { createMember, PASSWORD } from '../../testing/sign-in.ts';
import { openFreshSides } from '../../testing/two-sides.ts';
import { png, storedIn, upload } from '../../testing/uploads.ts';
import { finishDeletion, tidyDeletions } from '../case-page/finish-deletion.ts';
import { purgeCase } from '../purge/purge-case.ts';

const { t, people, newCase } = await openFreshSides();
let caseId: number;
beforeEach(async () => {
  caseId = (await newCase()).id;
});

const freeze = (...people: { id: number }[]) => createMove(t.services, people, 'frozen');

const MOVING = { statusCode: 423, code: 'moving' };
const answerOf = (reply: { statusCode: number; json(): { code?: string } }) => ({
  statusCode: reply.statusCode,
  code: reply.json().code,
});

describe('a person whose move is frozen', () => {
  test('no one on either side can change a case of a frozen author, and nothing is stored', async () => {
    await freeze(people.author);
    for (const person of [people.author, people.authorMate, people.recipient]) {
      const client = await t.as(person);
      const comment = await client.post(`/v1/cases/${caseId}/comment/`, { comment: 'during the freeze' });
      expect(answerOf(comment)).toEqual(MOVING);
      expect(answerOf(await upload(client, caseId, png(), 'a.png'))).toEqual(MOVING);
    }
    const stored = await t.services.db
      .selectFrom('case_comment')
      .select('id')
      .where('case_id', '=', caseId)
      .execute();
    expect(stored).toEqual([]);
    const files = await (await t.as(people.author)).get(`/v1/cases/${caseId}/files/`);
    expect(files.json().files).toEqual([]);
  });

  test('a case of a frozen author is still read, but not marked as opened by the lab', async () => {
    await freeze(people.author);
    for (const person of [people.author, people.recipient]) {
      const client = await t.as(person);
      expect((await client.get(`/v1/cases/${caseId}/all/`)).statusCode).toBe(200);
      expect((await client.get(`/v1/cases/${caseId}/comments/`)).statusCode).toBe(200);
    }
    expect(answerOf(await (await t.as(people.recipient)).post(`/v1/cases/${caseId}/opened/`))).toEqual(
      MOVING,
    );
  });

  test('connections and account of a frozen person keep their state, and signing in still works', async () => {
    const connection = await createConnection(t.services, people.author, people.stranger);
    await freeze(people.author);
    const partner = await t.as(people.stranger);
    expect(answerOf(await partner.delete(`/v1/connections/${connection.id}/remove/`))).toEqual(MOVING);
    await t.services.db
      .updateTable('app_user')
      .set({ last_sign_in_at: new Date() })
      .where('id', '=', people.author.id)
      .execute();
  });
});

test('a group keeps its owner and members from the beginning of a move, and an offer of it stays as it was', async () => {
  const [owner, heir] = [await createMember(t), await createUser(t.services)];
  const { id } = await createGroup(t.services, owner, [heir]);
  const offerOf = () =>
    t.services.db
      .selectFrom('group_member')
      .innerJoin('share_group', 'share_group.id', 'group_id')
      .select(['group_member.id', 'owner_id', 'offered_until'])
      .where('group_id', '=', id)
      .executeTakeFirstOrThrow();
  const { id: member } = await offerOf();
  const path = `/v1/group/${id}/offer/`;
  const [former, next] = [await t.as(owner), await t.as(heir)];
  const offer = () => former.put(path, { member, password: PASSWORD });
  const moves = [
    [owner, 'copying'],
    [heir, 'copying'],
    [owner, 'frozen'],
    [heir, 'frozen'],
  ] as const;
  const endMoves = () => t.services.db.deleteFrom('region_move').execute();

  expect((await offer()).statusCode).toBe(200);
  const offered = await offerOf();
  for (const [person, step] of moves) {
    await createMove(t.services, [person], step);
    const replies = [
      await next.put(`${path}accept/`, {}),
      await next.put(`${path}decline/`, {}),
      await former.delete(path),
      await next.delete(`/v1/group/users/${member}/remove/`),
      await former.delete(`/v1/group/users/${member}/remove/`),
      await former.delete(`/v1/group/${id}/remove/`),
    ];
    expect(replies.map(answerOf), step).toEqual(replies.map(() => MOVING));
    await endMoves();
  }
  expect(await offerOf()).toEqual(offered);

  expect((await former.delete(path)).statusCode).toBe(200);
  for (const [person, step] of moves) {
    await createMove(t.services, [person], step);
    expect(answerOf(await offer()), step).toEqual(MOVING);
    await endMoves();
  }
  expect(await offerOf()).toEqual({ ...offered, offered_until: null });
});

test('other people can work during a freeze, also on cases that the frozen person only received', async () => {
  await freeze(people.recipient);
  const client = await t.as(people.recipient);
  expect((await client.post(`/v1/cases/${caseId}/comment/`, { comment: 'received' })).statusCode).toBe(200);
  const [clinic, lab] = [await createUser(t.services), await createUser(t.services)];
  const other = await createCase(t.services, { author: clinic, recipient: lab });
  const reply = await (await t.as(clinic)).post(`/v1/cases/${other.id}/comment/`, { comment: 'elsewhere' });
  expect(reply.statusCode).toBe(200);
});

test('a write that began before the freeze and ends after it is refused', async () => {
  const writing = t.services.db.transaction().execute(async (tx) => {
    // This write assigns a transaction id before the freeze.
    await tx
      .updateTable('app_user')
      .set({ last_sign_in_at: new Date() })
      .where('id', '=', people.stranger.id)
      .execute();
    await freeze(people.author);
    await tx.updateTable('dental_case').set({ note: 'late' }).where('id', '=', caseId).execute();
  });
  await expect(writing).rejects.toMatchObject({ code: 'CU423' });
});

test('a case whose turn to be purged comes in the freeze keeps its bytes, which the other region still copies', async () => {
  const sent = await upload(await t.as(people.author), caseId, png(), 'a.png');
  expect(sent.statusCode).toBe(200);
  await finishDeletion(t.services, await removeAs(t, people.author, [caseId]));
  await finishDeletion(t.services, await removeForSideOf(t, people.recipient, caseId));
  const stored = await storedIn(t, `cases/${caseId}`);
  expect(stored.length).toBeGreaterThan(0);
  await freeze(people.author);
  await expect(purgeCase(t.services, caseId)).rejects.toMatchObject({ code: 'CU423' });
  expect(await storedIn(t, `cases/${caseId}`)).toEqual(stored);
});

test('a deletion that the freeze does not let end holds up no other', async () => {
  const other = await createCase(t.services, { author: people.stranger, recipient: people.recipient });
  // It is unread, and is removed by the deletion.
  const said = await (await t.as(people.author)).post(`/v1/cases/${caseId}/comment/`, { comment: 'Ready?' });
  expect(said.statusCode).toBe(200);
  const deletions = [
    await removeForSideOf(t, people.recipient, caseId),
    await removeForSideOf(t, people.recipient, other.id),
  ];
  await t.services.db
    .updateTable('case_deletion')
    .set({ ends_at: new Date(Date.now() - 3600_000) })
    .where('id', 'in', deletions)
    .execute();
  await freeze(people.author);
  await tidyDeletions(t.services);
  const outcomes = await t.services.db
    .selectFrom('case_deletion')
    .select('outcome')
    .where('id', 'in', deletions)
    .orderBy('id')
    .execute();
  expect(outcomes).toEqual([{ outcome: null }, { outcome: 'final' }]);
});
