import type { LiveEvent } from '@cusp/contract/live';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect } from '../../platform/db/database.ts';
import { Hub } from '../../platform/events/hub.ts';
import { internalActor, NOBODY } from '../../platform/http/actor.ts';
import { inTransaction } from '../../platform/work.ts';
import { eventually } from '../../testing/eventually.ts';
import { openFreshSides } from '../../testing/two-sides.ts';
import { endOverStreams } from './open-streams.ts';

const { t, people, newCase } = await openFreshSides();
let caseId: number;
const hubs: Hub[] = [];
beforeEach(async () => {
  ({ id: caseId } = await newCase());
});
afterEach(async () => {
  for (const hub of hubs.splice(0)) await hub.close();
});

/** The hub of another process on the same database. */
async function anotherProcess(listenUrl: string | null): Promise<Hub> {
  const hub = new Hub(t.services.db, t.services.log);
  hubs.push(hub);
  await hub.start(listenUrl);
  return hub;
}

/** The events that a person's stream receives in a process. */
function heard(hub: Hub, person: { id: number }, sessionId: string | null = null) {
  const events: LiveEvent[] = [];
  const state = { events, isOver: false };
  hub.add({
    userId: person.id,
    sessionId,
    onEvent: (event) => events.push(event),
    onPresence: () => {},
    onEnd: () => {
      state.isOver = true;
    },
    onClose: () => {},
  });
  return state;
}

const comment = async (person: { id: number }) =>
  (await t.as(person)).post(`/v1/cases/${caseId}/comment/`, { comment: 'hello' });
const names = ({ events }: { events: LiveEvent[] }) => events.map(({ name }) => name);

test.each([
  ['is notified', () => t.urls.direct],
  ['looks by itself when notices are lost', () => null],
])('another process %s, and delivers each event once', async (_, url) => {
  const there = heard(await anotherProcess(url()), people.recipient);
  const here = heard(t.services.hub, people.recipient);
  await comment(people.author);
  await comment(people.author);
  for (const state of [there, here])
    await eventually(() => expect(names(state)).toEqual(['comment_added', 'comment_added']));
  await hubs[0]?.settled();
  expect(new Set(there.events.map(({ id }) => id)).size).toBe(2);
});

test('an event committed while a process starts is delivered although a later one was already there', async () => {
  const late = connect(t.urls.app, 1);
  try {
    let commit = () => {};
    const held = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let written = () => {};
    const isWritten = new Promise<void>((resolve) => {
      written = resolve;
    });
    const slow = inTransaction({ ...t.services, db: late.db }, NOBODY, async (work) => {
      await work.as(internalActor(people.author.id)).record({
        name: 'post_modified',
        caseId,
        audience: [people.recipient.id],
      });
      written();
      await held;
    });
    await isWritten;
    await comment(people.author);
    const started = await anotherProcess(null);
    const there = heard(started, people.recipient);
    commit();
    await slow;
    await started.settled();
    expect(names(there)).toEqual(['post_modified']);
  } finally {
    await late.db.destroy();
  }
});

test('a process reconnects its cut listening connection; the end of a session arrives by notification only', async () => {
  const there = heard(await anotherProcess(t.urls.direct), people.partner, 'a session');
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'listen %'
  `.execute(t.services.db);
  const isTold = () => {
    t.services.hub.endSession('a session');
    expect(there.isOver).toBe(true);
  };
  await eventually(isTold, { interval: 200 });
});

test('somebody who left the group gets no more events of its cases on an open stream', async () => {
  const mate = heard(t.services.hub, people.recipientMate);
  await comment(people.author);
  await eventually(() => expect(names(mate)).toEqual(['comment_added']));
  const row = await t.services.db
    .selectFrom('group_member')
    .select('id')
    .where('user_id', '=', people.recipientMate.id)
    .executeTakeFirstOrThrow();
  await (await t.as(people.recipientMate)).delete(`/v1/group/users/${row.id}/remove/`);
  await comment(people.author);
  await t.services.hub.settled();
  expect(names(mate)).toEqual(['comment_added', 'sguser_deleted']);
});

test.each([
  ['was unused for long', sql`update session set last_used_at = now() - interval '2 hours' where id = `],
  ['has come to the end of its hours', sql`update session set expires_at = now() where id = `],
  [
    'belongs to somebody who is gone',
    sql`update app_user set deleted_at = now() from session where app_user.id = user_id and session.id = `,
  ],
])('the streams of a session that %s end in every process, and no others', async (_, over) => {
  const sessionOf = async (person: { id: number }) => {
    await t.as(person);
    const { id } = await t.services.db
      .selectFrom('session')
      .select('id')
      .where('user_id', '=', person.id)
      .executeTakeFirstOrThrow();
    return id;
  };
  const [ended, lives] = [await sessionOf(people.partner), await sessionOf(people.recipient)];
  const far = await anotherProcess(t.urls.direct);
  const states = [
    heard(t.services.hub, people.partner, ended),
    heard(far, people.partner, ended),
    heard(t.services.hub, people.recipient, lives),
  ];
  await endOverStreams(t.services);
  expect(states.map(({ isOver }) => isOver)).toEqual([false, false, false]);
  await sql`${over}${ended}::uuid`.execute(t.services.db);
  await endOverStreams(t.services);
  await eventually(() => expect(states.map(({ isOver }) => isOver)).toEqual([true, true, false]));
});
