import { expect } from 'vitest';
import { type StatedCircles, stateCirclesPage, takeCircles } from '../modules/case-access/stated-circles.ts';
import { sendCircles } from '../modules/region-visit/circle-calls.ts';
import { NOBODY } from '../platform/http/actor.ts';
import { inTransaction } from '../platform/work.ts';
import { createCase, createGroup, createUser } from './factories.ts';
import { openGuestPractices } from './guest-practices.ts';
import { admitGuest } from './guests.ts';
import type { Client, TestApp } from './test-app.ts';
import { waitingJobs } from './two-sides.ts';

interface Person {
  id: number;
}

/** Two regions, where groups of US labs are stated to the EU as their members change. */
export async function openGuestCircles() {
  const { us, eu, newLab, visit } = await openGuestPractices();

  /** A lab of the US whose owner has a case of an EU clinic, with a mate who may not be known there yet. */
  async function practice() {
    const [owner, mate] = [await newLab(), await newLab()];
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

  const casesOf = async (client: Client): Promise<number[]> =>
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

  /** Removes somebody from the owner's group at home, without telling the other region. */
  async function remove(owner: Person, mate: Person): Promise<void> {
    const { id } = await us.services.db
      .selectFrom('group_member')
      .select('id')
      .where('user_id', '=', mate.id)
      .executeTakeFirstOrThrow();
    expect((await (await us.as(owner)).delete(`/v1/group/users/${id}/remove/`)).statusCode).toBe(200);
  }

  const take = (stated: StatedCircles) =>
    inTransaction(eu.services, NOBODY, (work) => takeCircles(work, stated));
  const stateAt = async (site: TestApp, people: number[]): Promise<StatedCircles> => {
    const { page } = await site.services.db.transaction().execute((tx) => stateCirclesPage(tx, people, 0));
    return page;
  };

  return {
    us,
    eu,
    newLab,
    visit,
    practice,
    knownPractice,
    runCircleJobs,
    casesOf,
    letCheckBeDue,
    remove,
    take,
    stateAt,
  };
}
