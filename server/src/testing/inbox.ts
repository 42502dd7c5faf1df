import { sql } from 'kysely';
import { expect } from 'vitest';
import { fileEvent } from '../modules/inbox/file-event.ts';
import type { TestApp } from './test-app.ts';
import { waitingJobs } from './two-sides.ts';

type Person = { id: number };
type Shown = { id: number; kind: string; what: string } & Record<string, unknown>;

/** Actions of people in their inboxes, and the events that fill them. */
export function openInboxes(t: TestApp) {
  const noticesOf = async (person: Person, show = 'inbox'): Promise<Shown[]> =>
    (await (await t.as(person)).get(`/v1/inbox/?show=${show}`)).json().notices;
  const comment = async (person: Person, caseId: number, more: object = {}): Promise<number> => {
    const reply = await (await t.as(person)).post(`/v1/cases/${caseId}/comment/`, {
      comment: 'hello',
      ...more,
    });
    expect(reply.statusCode, reply.body).toBe(200);
    return reply.json().id;
  };
  return {
    /** Runs the waiting jobs of the inbox, also those that wait for the end of an undo. */
    async file(): Promise<void> {
      const jobs = (await waitingJobs(t, 'notices')) as { eventId: number }[];
      for (const { eventId } of jobs.sort((a, b) => a.eventId - b.eventId))
        await fileEvent(t.services, eventId);
      await sql`delete from pgboss.job where name = 'notices'`.execute(t.services.db);
    },
    noticesOf,
    whatOf: async (person: Person, show = 'inbox') => (await noticesOf(person, show)).map(({ what }) => what),
    unreadOf: async (person: Person): Promise<number> =>
      (await (await t.as(person)).get('/v1/inbox/count/')).json().unread,
    change: async (person: Person, body: object) => (await t.as(person)).put('/v1/inbox/', body),
    comment,
    mention: (person: Person, caseId: number, { id }: Person) =>
      comment(person, caseId, { comment: '@x', mentions: [{ user_id: id, start: 0, length: 2 }] }),
    status: async (person: Person, caseId: number, action: string) =>
      (await (await t.as(person)).put(`/v1/cases/${caseId}/status/`, { action })).json(),
  };
}
