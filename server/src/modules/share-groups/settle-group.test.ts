import { beforeEach, expect, test } from 'vitest';
import { internalActor, NOBODY } from '../../platform/http/actor.ts';
import type { JobData } from '../../platform/jobs/queues.ts';
import { inTransaction } from '../../platform/work.ts';
import { eventually } from '../../testing/eventually.ts';
import { createCase } from '../../testing/factories.ts';
import { invitedPair, lastEvent } from '../../testing/partners.ts';
import { openTestApp } from '../../testing/test-app.ts';
import { ids, waitingJobs } from '../../testing/two-sides.ts';
import { lockCase } from '../case-access/case-in-hand.sql.ts';
import { audienceOf } from '../case-access/visible-cases.sql.ts';
import { settleGroup } from './settle-group.ts';

const t = await openTestApp();
beforeEach(() => t.services.db.deleteFrom('event').execute());

const newestJob = async () =>
  (await waitingJobs(t, 'group-settled')).at(-1) as unknown as JobData['group-settled'];
const join = async (person: { id: number }, path: string) =>
  expect((await (await t.as(person)).put(path)).json().detail).toBe('joined group');

/** A change to a case whose audience was read before a person joined, committed on request. */
async function changeHeld(owner: { id: number }, caseId: number) {
  let commit = () => {};
  const wasNotified = new Promise<void>((resolve) => {
    commit = resolve;
  });
  let written = () => {};
  const isWritten = new Promise<void>((resolve) => {
    written = resolve;
  });
  const writing = inTransaction(t.services, NOBODY, async (work) => {
    const dentalCase = await lockCase(work.tx, owner.id, caseId);
    const audience = await audienceOf(work.tx, dentalCase);
    await work.as(internalActor(owner.id)).record({ name: 'comment_added', caseId, audience });
    written();
    await wasNotified;
  });
  await isWritten;
  return async () => {
    commit();
    await writing;
  };
}

test('somebody who joins during a change of a case is notified to reload after its commit', async () => {
  const { owner, invited, groupId, path } = await invitedPair(t);
  const { id } = await createCase(t.services, { author: owner });
  const commit = await changeHeld(owner, id);
  await join(invited, path);

  await settleGroup(t.services, await newestJob());
  expect(await lastEvent(t, 'sharegroup_settled')).toBeUndefined();
  const again = await newestJob();
  expect(again).toMatchObject({ groupId, horizon: expect.stringMatching(/^\d+$/) });

  await commit();
  // Waits for all other open transactions on this server too.
  const settled = await eventually(
    async () => {
      await settleGroup(t.services, again);
      const event = await lastEvent(t, 'sharegroup_settled');
      expect(event).toBeDefined();
      return event;
    },
    { timeout: 30_000 },
  );
  const missed = await lastEvent(t, 'comment_added');
  expect(missed?.audience).not.toContain(invited.id);
  expect(settled?.audience.toSorted((a, b) => a - b)).toEqual(ids(owner, invited));
  expect(Number(settled?.id)).toBeGreaterThan(Number(missed?.id));
  expect(settled?.action_id).toBeNull();
});

test('joining does not wait for a change that never ends', async () => {
  const { owner, invited, path } = await invitedPair(t);
  const { id } = await createCase(t.services, { author: owner });
  const commit = await changeHeld(owner, id);
  await join(invited, path);
  await settleGroup(t.services, { ...(await newestJob()), since: Date.now() - 61_000 });
  expect((await lastEvent(t, 'sharegroup_settled'))?.audience).toContain(invited.id);
  await commit();
});

test('nobody is notified of a group that the joiner left again', async () => {
  const { invited, row, path } = await invitedPair(t);
  await join(invited, path);
  const job = await newestJob();
  await (await t.as(invited)).delete(`/v1/group/users/${row.id}/remove/`);
  await settleGroup(t.services, { ...job, since: 0 });
  expect((await lastEvent(t, 'sharegroup_settled'))?.ids).not.toMatchObject({ member: row.id });
});
