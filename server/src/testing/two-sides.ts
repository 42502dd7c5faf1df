import { sql } from 'kysely';
import { beforeEach } from 'vitest';
import {
  type CaseOverrides,
  createCase,
  createConnection,
  createGroup,
  createLabUser,
  createUser,
} from './factories.ts';
import { openTestApp, type TestApp } from './test-app.ts';

/**
 * The people around a case: a connected clinic and lab, each with a group mate; a connected partner of the clinic who
 * is not a party of its cases with the lab; and a stranger.
 */
export async function twoSides(t: TestApp) {
  const author = await createUser(t.services, { first_name: 'Ada', last_name: 'Author' });
  const authorMate = await createUser(t.services, { first_name: 'Amy', last_name: 'Mate' });
  const recipient = await createLabUser(t.services, { first_name: 'Rita', last_name: 'Recipient' });
  const recipientMate = await createLabUser(t.services, { first_name: 'Ron', last_name: 'Mate' });
  const partner = await createLabUser(t.services, { institution: 'Other Lab' });
  const stranger = await createUser(t.services, { institution: 'Far Clinic' });
  await createGroup(t.services, author, [authorMate]);
  await createGroup(t.services, recipient, [recipientMate]);
  await createConnection(t.services, author, recipient);
  await createConnection(t.services, author, partner);
  return { author, authorMate, recipient, recipientMate, partner, stranger };
}

/** Both sides in their own application, for the tests of one file, and cases between them. */
export async function openTwoSides() {
  const t = await openTestApp();
  const people = await twoSides(t);
  const newCase = (overrides: CaseOverrides = {}) => createCase(t.services, { ...people, ...overrides });
  return { t, people, newCase };
}

/** The same with new people for each test, who do not see data of earlier ones. */
export async function openFreshSides() {
  const sides = await openTwoSides();
  beforeEach(async () => {
    Object.assign(sides.people, await twoSides(sides.t));
  });
  return sides;
}

/** Marks all comments of a case as seen by a person. */
export async function seeComments(t: TestApp, person: { id: number }, caseId: number): Promise<void> {
  const client = await t.as(person);
  const { comments } = (await client.get(`/v1/cases/${caseId}/comments/`)).json();
  const commentIds = comments.map(({ id }: { id: number }) => id);
  const reply = await client.post(`/v1/cases/${caseId}/comments/seen/`, { commentIds });
  if (reply.statusCode !== 200) throw new Error(`seen: ${reply.statusCode} ${reply.body}`);
}

/** Events of a case, oldest first. */
export const eventsOf = (t: TestApp, caseId: number) =>
  t.services.db.selectFrom('event').selectAll().where('case_id', '=', caseId).orderBy('id').execute();

/** Entries of the audit log about a case, oldest first. */
export const auditOf = (t: TestApp, caseId: number) =>
  t.services.db.selectFrom('audit_log').selectAll().where('case_id', '=', caseId).orderBy('id').execute();

/** Simulates that the processes of all waiting jobs of a queue were killed in every attempt. */
export const loseJobs = (t: TestApp, name: string) =>
  sql`update pgboss.job set state = 'failed' where name = ${name} and state = 'created'`.execute(
    t.services.db,
  );

/** Data of the waiting jobs of a queue, sorted by person, because jobs of one transaction have no order. */
export async function waitingJobs(t: TestApp, queue: string): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<{ data: Record<string, unknown> }>`
    select data from pgboss.job where name = ${queue} and state = 'created'
    order by created_on, (data->>'userId')::bigint
  `.execute(t.services.db);
  return rows.map((row) => row.data);
}

export const ids = (...people: { id: number }[]): number[] =>
  people.map((person) => person.id).sort((a, b) => a - b);
