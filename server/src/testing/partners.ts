import { sql } from 'kysely';
import { createUser } from './factories.ts';
import type { TestApp } from './test-app.ts';

/** This deployment's location as encoded in links. */
export const SID = Buffer.from('US').toString('base64url');

interface QueuedMail {
  template: string;
  to: string;
  userId: number | null;
  language: string;
  brand: string;
  params: Record<string, string>;
}

/** Queued mails to this address, latest first. */
export async function mailsTo(t: TestApp, email: string): Promise<QueuedMail[]> {
  const { rows } = await sql<{ data: QueuedMail }>`
    select data from pgboss.job where name = 'mail' and data ->> 'to' = ${email} order by created_on desc, id desc
  `.execute(t.services.db);
  return rows.map((row) => row.data);
}

/** The latest event of a name, with its audience. */
export async function lastEvent(t: TestApp, name: string) {
  return t.services.db
    .selectFrom('event')
    .selectAll()
    .where('name', '=', name as 'contact_requested')
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

interface Person {
  id: number;
  email: string;
}

/** Requests a connection by email; returns the reply. */
export const ask = async (t: TestApp, from: Person, email: string, more: object = {}) =>
  (await t.as(from)).post('/v1/connections/0/request/', { email, text: 'Shall we work together?', ...more });

interface Lists {
  pending: Record<string, unknown>[];
  accepted: Record<string, unknown>[];
  locked: Record<string, unknown>[];
}

/** A person's three lists. */
export async function listsOf(t: TestApp, person: Person, search = ''): Promise<Lists> {
  const reply = await (await t.as(person)).get(`/v1/connections/?search=${encodeURIComponent(search)}`);
  return reply.json().connections;
}

/** The address behind Accept of a person's only pending request. */
export async function acceptPath(t: TestApp, person: Person, sid = SID): Promise<string> {
  const [request] = (await listsOf(t, person)).pending;
  return `/v1/connections/accept/${request?.idb64}/${request?.accept_token}/?srv_loc=${sid}`;
}

/** The data of a person's group screen. */
export async function groupScreen(t: TestApp, person: Person) {
  return (await (await t.as(person)).get('/v1/group/users/')).json();
}

/** A person who owns a group, and one invited to it. */
export async function invitedPair(t: TestApp) {
  const owner = await createUser(t.services);
  const invited = await createUser(t.services);
  const { id: groupId } = (await (await t.as(owner)).post('/v1/group/new/', { name: 'Team' })).json();
  await (await t.as(owner)).post(`/v1/group/${groupId}/request/0/`, { email: invited.email });
  const [row] = (await groupScreen(t, invited)).sg_users.pending;
  return { owner, invited, groupId, row, path: `/v1/group/accept/${row.idb64}/${row.accept_token}/` };
}

/** The API path that the page of a mailed link calls. */
export function apiPathOf(link: string): string {
  const url = new URL(link, 'http://cusp.example');
  const [, area, , idb64, token] = url.pathname.split('/');
  const sid = url.searchParams.get('sid') ?? '';
  return `/v1/${area === 'sharegroup' ? 'group' : 'connections'}/accept/${idb64}/${token}/?srv_loc=${encodeURIComponent(sid)}`;
}
