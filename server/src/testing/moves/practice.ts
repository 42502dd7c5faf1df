import type { Proof } from '@cusp/contract/security';
import { expect } from 'vitest';
import { driveMove } from '../../modules/region-move/finish-source.ts';
import { runImport } from '../../modules/region-move/run-import.ts';
import { createCase, createConnection, createGroup, createLabUser, createUser } from '../factories.ts';
import { wish } from '../sharing.ts';
import type { Client, TestApp } from '../test-app.ts';
import { stl, upload } from '../uploads.ts';

/** A clinic of two people and a lab of two in one region, with cases, comments and files between them. */
export async function createPractice(t: TestApp, { cases = 2 } = {}) {
  const { services } = t;
  const author = await createUser(services, { first_name: 'Ada', country: 'US' });
  const mate = await createUser(services, { first_name: 'Amy', country: 'US' });
  const lab = await createLabUser(services, { first_name: 'Rita', country: 'US' });
  const labMate = await createLabUser(services, { first_name: 'Ron', country: 'US' });
  await createGroup(services, author, [mate]);
  await createGroup(services, lab, [labMate]);
  await createConnection(services, author, lab);
  const made: { id: number; no: string }[] = [];
  for (let index = 0; index < cases; index += 1) {
    const by = index % 2 ? mate : author;
    const dentalCase = await createCase(services, { author: by, recipient: lab });
    const sent = await upload(await t.as(by), dentalCase.id, stl(20, index), `scan-${index}.stl`);
    expect(sent.statusCode, sent.body).toBeLessThan(300);
    await commentAs(t, lab, dentalCase.id, `From the lab ${index}`);
    made.push(dentalCase);
  }
  return { author, mate, lab, labMate, cases: made };
}

/** A person with one case, whose move makes as few calls as possible. */
export async function createLone({ services }: TestApp) {
  const person = await createUser(services, { country: 'US' });
  const lab = await createLabUser(services, { country: 'US' });
  return { person, lab, dentalCase: await createCase(services, { author: person, recipient: lab }) };
}

export const commentAs = async (t: TestApp, person: { id: number }, caseId: number, comment: string) =>
  (await t.as(person)).post(`/v1/cases/${caseId}/comment/`, { comment });

/** A link to a case, and what visitors are answered in each region. */
export async function shareAs(t: TestApp, person: { id: number }, caseId: number) {
  const reply = await (await t.as(person)).post(`/v1/cases/${caseId}/share/`, wish());
  const { token } = reply.json();
  return {
    async openedAt(region: TestApp): Promise<[number, string | undefined]> {
      const opened = await region.nobody.get(`/v1/share/case/?data=${token}`);
      return [opened.statusCode, opened.json().code];
    },
  };
}

/**
 * Requests a move as a person; returns its id. A person who has moved before needs a new session, because that move
 * ended theirs.
 */
export async function startMoveAs(
  t: TestApp,
  person: { id: number },
  {
    country = 'DE',
    client = t.as(person),
    proof = {},
  }: { country?: string; client?: Client | Promise<Client>; proof?: Proof } = {},
): Promise<string> {
  const reply = await (await client).post('/v1/user/migration/', { country, ...proof });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json().move.id;
}

/** Lets both regions work, like their jobs, until the move is over or cannot continue. */
export async function workOnMove(from: TestApp, to: TestApp, moveId: string): Promise<void> {
  const troubles: unknown[] = [];
  for (let round = 0; round < 30; round += 1) {
    try {
      await driveMove(from.services, { moveId });
      const next = await runImport(to.services, moveId);
      if (next === 'over' || next === 'later') return;
    } catch (error) {
      // A failing job is restarted.
      troubles.push(error);
    }
  }
  throw new AggregateError(troubles, `the move does not end: ${String(troubles.at(-1))}`);
}

export const moveOf = (t: TestApp, id: string) =>
  t.services.db.selectFrom('region_move').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Whether a person sees a case, in a region where they are at home, or as a guest. */
export async function seesCase(t: TestApp, person: { id: number }, caseId: number): Promise<boolean> {
  const { presence } = await t.services.db
    .selectFrom('app_user')
    .select('presence')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow();
  const client = await (presence === 'home' ? t.as(person) : t.asGuest(person));
  return (await client.get(`/v1/cases/${caseId}/all/`)).statusCode === 200;
}

/** Whether a person lives in a region and sees a case there. */
export async function isReadable(t: TestApp, { id }: { id: number }, caseId: number): Promise<boolean> {
  const home = await t.services.db
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', id)
    .where('presence', '=', 'home')
    .executeTakeFirst();
  return home !== undefined && seesCase(t, home, caseId);
}

/** Number of these regions in which the author reads the case. */
export const readableIn = async (regions: TestApp[], person: { id: number }, caseId: number) =>
  (await Promise.all(regions.map((t) => isReadable(t, person, caseId)))).filter(Boolean).length;
