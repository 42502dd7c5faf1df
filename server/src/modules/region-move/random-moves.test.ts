import { expect, test } from 'vitest';
import { inTransaction } from '../../platform/work.ts';
import { createCase, createConnection, createLabUser, createUser } from '../../testing/factories.ts';
import { commentAs, moveOf, startMoveAs, workOnMove } from '../../testing/moves/practice.ts';
import { openTwoRegions } from '../../testing/regions.ts';
import { wish } from '../../testing/sharing.ts';
import { type Client, clientFor, type TestApp } from '../../testing/test-app.ts';
import { stl, upload } from '../../testing/uploads.ts';
import { openGuestSession, openSession } from '../identity/sessions.ts';
import { eraseMoves } from './erase-move.ts';

const SITES = await openTwoRegions();
type Region = 'us' | 'eu';
const other = (region: Region): Region => (region === 'us' ? 'eu' : 'us');
const COUNTRY = { us: 'US', eu: 'DE' };
/** More moves find more: `MOVES=30`. The seed of a failure is in its message. */
const MOVES = Number(process.env.MOVES ?? 4);
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);

function random(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}
const pick = random(SEED);

interface Person {
  id: number;
  email: string;
  home: Region;
}

interface Case {
  id: number;
  author: Person;
  recipient: Person;
  status: 'PROC' | 'CLSD';
}

/** Lets a person move again immediately: ends the remaining work, and erases the data left behind. */
async function forgetEarlierMoves(): Promise<void> {
  const monthAgo = new Date(Date.now() - 31 * 24 * 3_600_000);
  for (const { services } of [SITES.us, SITES.eu]) {
    await services.db
      .updateTable('region_move')
      .set({ arrived_at: monthAgo })
      .where('step', '=', 'arrived')
      .execute();
    await eraseMoves(services);
    await services.db
      .updateTable('region_import')
      .set({ ended_at: monthAgo })
      .where('step', '=', 'arrived')
      .execute();
  }
}

async function move(person: Person): Promise<void> {
  const [from, to] = [person.home, other(person.home)];
  await forgetEarlierMoves();
  const client = await signIn(SITES[from], person, false);
  const moveId = await startMoveAs(SITES[from], person, { country: COUNTRY[to], client });
  await workOnMove(SITES[from], SITES[to], moveId);
  expect(await moveOf(SITES[from], moveId)).toMatchObject({ step: 'arrived' });
  person.home = to;
}

/** A new session, because a move ends those of before. */
async function signIn({ app, services }: TestApp, { id }: Person, isGuest: boolean): Promise<Client> {
  const origin = { ip: '127.0.0.1', userAgent: 'test', requestId: null };
  const session = await inTransaction(services, origin, (work) =>
    isGuest ? openGuestSession(work, id, null) : openSession(work, id),
  );
  return clientFor(app, session.access, session.refresh);
}

/** The cases that a person sees in a region, of those given. */
async function seenBy(person: Person, region: Region, cases: readonly Case[]): Promise<number[]> {
  const t = SITES[region];
  const known = await t.services.db
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', person.id)
    .executeTakeFirst();
  if (!known) return [];
  const client = await signIn(t, person, person.home !== region);
  const seen: number[] = [];
  for (const { id } of cases)
    if ((await client.get(`/v1/cases/${id}/all/`)).statusCode === 200) seen.push(id);
  return seen;
}

/** Rights of a party in a case: the status of each kind of call. */
async function rightsOf(person: Person, { id, author }: Case): Promise<Record<string, number>> {
  const t = SITES[author.home];
  const client = await signIn(t, person, person.home !== author.home);
  const at = `/v1/cases/${id}`;
  const status = async (reply: Promise<{ statusCode: number }>) => (await reply).statusCode;
  return {
    read: await status(client.get(`${at}/all/`)),
    download: await status(client.post(`${at}/files/download/`)),
    comment: await status(client.post(`${at}/comment/`, { comment: 'Hello' })),
    upload: await status(upload(client, id, stl(2), `${person.id}-${Date.now()}.stl`)),
    assign: await status(client.put(`${at}/assignee/`, { assignee: person.id })),
    share: await status(client.post(`${at}/share/`, wish())),
    status: await status(client.put(`${at}/status/`, { action: 'COMP' })),
  };
}

test(`after random moves of six people each case is where its author lives (SEED=${SEED})`, async () => {
  const people: Person[] = [];
  for (let index = 0; index < 6; index += 1) {
    const home: Region = pick(2) ? 'us' : 'eu';
    const make = index % 2 ? createLabUser : createUser;
    const { id, email } = await make(SITES[home].services, { country: COUNTRY[home], region: home });
    people.push({ id, email, home });
  }
  const cases: Case[] = [];
  for (const author of people)
    for (const recipient of people) {
      if (author === recipient || author.home !== recipient.home) continue;
      const t = SITES[author.home];
      if (author.id < recipient.id) await createConnection(t.services, author, recipient);
      const status = pick(3) ? 'PROC' : 'CLSD';
      const { id } = await createCase(t.services, { author, recipient, status });
      await upload(await t.as(author), id, stl(3, id % 200), 'upper.stl');
      await commentAs(t, author, id, 'Please mind the contacts');
      cases.push({ id, author, recipient, status });
    }
  for (let moves = 0; moves < MOVES; moves += 1) {
    await move(people[pick(people.length)] as Person);
    for (const person of people)
      for (const region of ['us', 'eu'] as const) {
        const theirs = cases.filter(
          ({ author, recipient }) => author.home === region && (person === author || person === recipient),
        );
        const seen = await seenBy(person, region, cases);
        expect([moves, person.id, region, seen]).toEqual([
          moves,
          person.id,
          region,
          theirs.map(({ id }) => id),
        ]);
      }
  }
  for (const each of cases) {
    const { recipient, author, status } = each;
    const rights = await rightsOf(recipient, each);
    const isGuest = recipient.home !== author.home;
    const isClosed = status === 'CLSD';
    expect([each.id, rights.read, rights.download]).toEqual([each.id, 200, 200]);
    if (!isGuest) continue;
    expect(rights).toMatchObject({
      comment: isClosed ? 409 : 200,
      status: isClosed ? 409 : 200,
      upload: 403,
      assign: 403,
      share: 403,
    });
  }
}, 120_000);
