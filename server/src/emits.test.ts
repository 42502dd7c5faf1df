import { randomUUID } from 'node:crypto';
import { API_BASE } from '@cusp/contract/endpoint';
import { ENDPOINTS } from '@cusp/contract/endpoints';
import type { EventName } from '@cusp/contract/event-names';
import { USUAL_PLAN } from '@cusp/dental/production';
import { KNOWN_POINTS } from '@cusp/mesh/arch/same-surface';
import type { InjectOptions } from 'fastify';
import { expect, test } from 'vitest';
import { createMailToken } from './modules/identity/mail-tokens.ts';
import { hashToken } from './modules/identity/sessions.ts';
import { checkingEmits, noteRecorded } from './platform/events/recorded-events.ts';
import { NOBODY } from './platform/http/actor.ts';
import { encodeId } from './platform/http/idb64.ts';
import { inTransaction } from './platform/work.ts';
import { VIEW_FILTERS } from './testing/case-lists.ts';
import { createDevice, createRegistration } from './testing/devices.ts';
import { completeFields, TEMPLATE_FIELDS } from './testing/draft-forms.ts';
import { createConnection, createLabUser, createUser } from './testing/factories.ts';
import { createMove } from './testing/moves/create-move.ts';
import { orderEdits } from './testing/order-edits.ts';
import { acceptPath, ask, invitedPair, listsOf, SID } from './testing/partners.ts';
import { openSharing } from './testing/sharing.ts';
import { formOf, PASSWORD } from './testing/sign-in.ts';
import { STATEMENT_FIELDS } from './testing/statements.ts';
import type { Client } from './testing/test-app.ts';
import { seeComments } from './testing/two-sides.ts';
import { filesOf, formWith, png, stl, upload } from './testing/uploads.ts';

const { t, people, newCase, share, open, revoke } = await openSharing();
/** Names of the events that requests to each endpoint recorded. */
const recorded = new Map<string, Set<EventName>>();
let newest = 0;

/** Adds the events that a request recorded; requests run one at a time. */
async function noteEvents(method: string, url: string): Promise<void> {
  const path = url.split('?')[0]?.replace(API_BASE, '') ?? '';
  const asked = ENDPOINTS.find(
    ({ endpoint }) =>
      endpoint.method === method && new RegExp(`^${endpoint.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(path),
  );
  const rows = await t.services.db
    .selectFrom('event')
    .select(['id', 'name'])
    .where('id', '>', newest)
    .orderBy('id')
    .execute();
  newest = rows.at(-1)?.id ?? newest;
  const names = recorded.get(asked?.name ?? '') ?? new Set();
  recorded.set(asked?.name ?? '', new Set([...names, ...rows.map(({ name }) => name)]));
}

const inject = t.app.inject.bind(t.app);
t.app.inject = (async (request: InjectOptions) => {
  const reply = await inject(request);
  await noteEvents(String(request.method), String(request.url));
  return reply;
}) as typeof t.app.inject;

const [clinic, lab] = [await t.as(people.author), await t.as(people.recipient)];

async function done(reply: ReturnType<Client['get']>) {
  const { statusCode, body, cookies } = await reply;
  expect(statusCode, body).toBeLessThan(300);
  return { ...(body ? JSON.parse(body) : {}), cookies };
}

/** A notice for the lab. */
const notice = (case_id: number, kind: 'case' | 'comment') =>
  t.services.db
    .insertInto('inbox_item')
    .values({
      user_id: people.recipient.id,
      kind,
      what: kind === 'case' ? 'sent' : 'comment',
      case_id,
      connection_id: null,
      member_id: null,
      actor_id: people.author.id,
      status: null,
      due: null,
      event_id: null,
      at: new Date(),
      place: new Date(),
      read_at: null,
      done_at: null,
      snoozed_until: null,
    })
    .execute();

async function workOnCase() {
  const key = randomUUID();
  const draft = await done(clinic.post('/v1/drafts/', { key, fields: completeFields(people.recipient.id) }));
  await done(clinic.post(`/v1/drafts/${draft.id}/send/`, { version: draft.version }));
  const { id } = draft;
  for (const kind of ['case', 'comment'] as const) await notice(id, kind);
  await done(lab.post(`/v1/cases/${id}/opened/`));
  const undo = async (step: number) => done(lab.post(`/v1/changes/${step}/undo/`));
  const mate = { assignee_id: people.recipientMate.id };
  await undo((await done(lab.put(`/v1/cases/${id}/assignee/`, mate))).undo);
  await undo((await done(lab.put(`/v1/cases/${id}/status/`, { action: 'PROC' }))).undo);
  const comment = await done(clinic.post(`/v1/cases/${id}/comment/`, { comment: 'Hello' }));
  await seeComments(t, people.recipient, id);
  const { notices, first } = await done(lab.get('/v1/inbox/'));
  await done(lab.put('/v1/inbox/', { ids: [notices[0].id], change: 'unread' }));
  await done(lab.put('/v1/inbox/all/', { change: 'read', up_to: first }));
  await done(clinic.put(`/v1/comments/${comment.id}/edit/`, { comment: 'Hello again' }));
  await done(lab.put(`/v1/comments/${comment.id}/reaction/`, { kind: 'done', on: true }));
  const removed = await done(clinic.delete(`/v1/comments/${comment.id}/remove/`));
  await done(clinic.post(`/v1/changes/${removed.undo}/undo/`));
  const other = { key: randomUUID(), fields: completeFields(people.recipient.id) };
  const again = await done(clinic.post('/v1/drafts/', other));
  const { version } = await done(clinic.post(`/v1/drafts/${again.id}/send/`, { version: again.version }));
  await done(clinic.post(`/v1/drafts/${again.id}/unsend/`, { version }));
  await done(clinic.post('/v1/privacy/patient/erase/', { ids: [(await newCase()).id] }));
  const { deletion } = await done(clinic.delete(`/v1/cases/${(await newCase()).id}/remove/`));
  await done(clinic.post(`/v1/case-deletions/${deletion}/undo/`));
}

async function workOnFiles() {
  const { id } = await newCase();
  await done(upload(clinic, id, stl(12), 'scan-upper.stl'));
  const [file] = await filesOf(clinic, id);
  await done(clinic.put(`/v1/cases/${id}/files/upload-done/`));
  await done(clinic.put(`/v1/files/${file.id}/unit/`, { unit: 'inch' }));
  await done(clinic.put(`/v1/files/${file.id}/scan/`, { scan: { role: 'jaw', jaw: 'lower', tooth: null } }));
  const scans = [Array.from({ length: KNOWN_POINTS * 3 }, (_, i) => i / 4)];
  const orientation = { head: [0, 0, 1], front: [1, 0, 0], scans };
  await done(clinic.put(`/v1/cases/${id}/orientation/`, { orientation }));
  await done(lab.put('/v1/production/', { steps: USUAL_PLAN, view: 'stage', version: 0 }));
  const marked = await done(lab.post(`/v1/cases/${id}/steps/`, { step: 'design' }));
  const { mark } = marked.steps.find(({ step }: { step: string }) => step === 'design');
  await done(lab.delete(`/v1/cases/${id}/steps/${mark.id}/`));
  const completed = await newCase({ status: 'COMP' });
  const sent = { key: randomUUID(), carrier: 'ups', number: '1Z999AA10123456784' };
  await done(lab.post(`/v1/cases/${completed.id}/shipments/`, { ...sent, number: 'MISTYPED' }));
  const shipment = await done(lab.post(`/v1/cases/${completed.id}/shipments/`, sent));
  await done(lab.delete(`/v1/cases/${completed.id}/shipments/${shipment.id}/`));
  await done(
    lab.post(`/v1/cases/${completed.id}/statements/`, {
      ...STATEMENT_FIELDS,
      key: randomUUID(),
      after: 0,
    }),
  );
  await done(clinic.post(`/v1/cases/${id}/file/?preview=1`, formWith(png(), 'picture.png')));
  await done(clinic.put(`/v1/files/${file.id}/metadata/`, { keep: true }));
  await done(clinic.delete(`/v1/files/${file.id}/remove/`));
}

async function editOrders() {
  const { edit, answer, withdraw } = orderEdits(t);
  const { author, recipient } = people;
  await done(edit(author, (await newCase()).id, { as: 'change', fields: { note: 'Changed' } }));
  const { id } = await newCase({ status: 'PROC' });
  const propose = async (note: string) =>
    (await done(edit(author, id, { as: 'proposal', fields: { note } }))).proposal;
  await done(answer(recipient, id, { proposal: await propose('One'), answer: 'decline' }));
  await done(withdraw(author, id, await propose('Two')));
  await done(answer(recipient, id, { proposal: await propose('Three'), answer: 'accept' }));
}

async function connect() {
  const [me, other, third] = [await createUser(t.services), await createUser(t.services), await listedLab()];
  const [mine, theirs] = [await t.as(me), await t.as(other)];
  const pending = async (person: typeof me) => (await listsOf(t, person)).pending[0]?.id;
  await done(ask(t, me, other.email));
  await done(theirs.put(`/v1/connections/${await pending(other)}/reject/`));
  await done(ask(t, me, other.email));
  const id = await pending(other);
  await done(theirs.put(await acceptPath(t, other)));
  await done(mine.put(`/v1/connections/${id}/edit/`, { alias: 'Partner' }));
  await done(mine.delete(`/v1/connections/${id}/remove/`));
  await done(ask(t, me, other.email));
  await done(ask(t, other, me.email));
  await done(mine.post(`/v1/labs/${third.lab}/request-connection/`));
  const [fourth, fifth] = [await listedLab(), await createUser(t.services)];
  await done(ask(t, fourth.account, fifth.email));
  await done((await t.as(fifth)).post(`/v1/labs/${fourth.lab}/request-connection/`));
}

async function listedLab() {
  const account = await createLabUser(t.services);
  const { id } = await t.services.db
    .insertInto('lab')
    .values({
      user_id: account.id,
      name: 'Ada',
      company_name: 'Lab',
      country: 'DE',
      is_active: true,
      logo_key: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { account, lab: id };
}

async function joinGroups() {
  const [first, second, third] = [await invitedPair(t), await invitedPair(t), await invitedPair(t)];
  const owner = await t.as(first.owner);
  await done(owner.put(`/v1/group/${first.groupId}/edit/`, { name: 'Renamed' }));
  await done((await t.as(third.invited)).put(`/v1/group/users/${third.row.id}/reject/`));
  for (const { owner, invited, path } of [first, second]) {
    await done((await t.as(invited)).put(`${path}?srv_loc=${Buffer.from('US').toString('base64url')}`));
    const { id } = await newCase({ recipient: owner });
    await done((await t.as(owner)).put(`/v1/cases/${id}/assignee/`, { assignee_id: invited.id }));
  }
  const offerOf = ({ groupId, row }: typeof first, owner: Client) => ({
    path: `/v1/group/${groupId}/offer/`,
    propose: () => done(owner.put(`/v1/group/${groupId}/offer/`, { member: row.id, password: PASSWORD })),
  });
  const withdrawn = offerOf(first, owner);
  await withdrawn.propose();
  await done(owner.delete(withdrawn.path));
  await done(owner.delete(`/v1/group/users/${first.row.id}/remove/`));
  const answered = offerOf(second, await t.as(second.owner));
  const heir = await t.as(second.invited);
  await answered.propose();
  await done(heir.put(`${answered.path}decline/`));
  await answered.propose();
  await done(heir.put(`${answered.path}accept/`));
  await done(heir.delete(`/v1/group/${second.groupId}/remove/`));
}

async function shareLinks() {
  const { share: made, token } = await share(people.author, (await newCase()).id);
  await done(open(token));
  await done(revoke(people.author, made.id));
}

async function saveViews() {
  const path = '/v1/user/views/';
  const { id } = await done(lab.post(path, { name: 'All', filters: VIEW_FILTERS, is_shared: false }));
  await done(lab.put(`${path}${id}/`, { name: 'Every case' }));
  await done(lab.put(`${path}order/`, { ids: [id] }));
  await done(lab.delete(`${path}${id}/`));
}

async function saveTemplates() {
  const path = '/v1/user/templates/';
  const template = { name: 'Crown', fields: TEMPLATE_FIELDS, is_shared: false };
  const { id } = await done(clinic.post(path, template));
  await done(clinic.put(`${path}${id}/`, { name: 'Molar crown' }));
  await done(clinic.delete(`${path}${id}/`));
}

async function usePhones() {
  const { id: postId } = await newCase();
  async function phone(headers: Record<string, string> = {}) {
    const { id, url } = await done(clinic.post('/v1/auth/otp/', { callfrom: 'phone', postId }));
    const own = { 'sec-fetch-site': 'same-origin', 'action-id': 'phone', ...headers };
    const code = new URL(url).hash.slice(1);
    const { cookies } = await done(t.nobody.request('POST', '/v1/auth/otp/open/', { code }, own));
    const phoneHeaders = { ...own, cookie: `${cookies[0]?.name}=${cookies[0]?.value}` };
    const say = (method: 'POST' | 'PUT', path: string, body?: unknown) =>
      done(t.nobody.request(method, `/v1/handoff/${path}?connection=${id}`, body, phoneHeaders));
    return { id, headers: phoneHeaders, say };
  }
  const first = await phone();
  await first.say('POST', 'comments/', { comment: 'Hello', key: randomUUID() });
  await first.say('POST', 'photos/', formWith(png(), 'photo.png'));
  await first.say('PUT', 'photos/done/');
  await (await phone(first.headers)).say('POST', 'leave/', {});
  await done(clinic.put(`/v1/handoffs/${(await phone()).id}/end/`));
}

async function manageLabs() {
  const staff = await t.asStaff(await createUser(t.services, { is_staff: true }));
  const form = (more: Record<string, string> = {}) =>
    formOf({ name: 'Ada', email: 'ada@lab.example', company_name: 'Lab', country: 'DE', ...more });
  const { id } = await done(staff.post('/v1/cs/labs/register/', form()));
  const { version } = await done(staff.get(`/v1/cs/labs/${id}/`));
  await done(staff.post(`/v1/cs/labs/${id}/edit/`, form({ version })));
  await done(staff.post('/v1/cs/labs/remove/', { ids: [id] }));
}

async function designate() {
  const staff = await t.asStaff(await createUser(t.services, { is_staff: true }));
  const { id } = await createConnection(
    t.services,
    await createUser(t.services),
    await createLabUser(t.services),
  );
  await done(staff.post(`/v1/cs/connections/${id}/designate/`, { designation_version: 1 }));
  await done(staff.post(`/v1/cs/connections/${id}/release/`, { designation_version: 2 }));
}

async function manageScanners() {
  const manager = await createUser(t.services, { is_device_rental_manager: true });
  const [kept, given] = [
    await createDevice(t.services, manager, { rentalManagerId: manager.id }),
    await createDevice(t.services, manager),
  ];
  const { token, id } = await createRegistration(t.services, kept, people.author, { confirmed: false });
  await done(t.nobody.post('/v1/devices/confirm-email/', { rdidb64: encodeId(id), token, srv_loc: SID }));
  await done(
    (await t.as(manager)).post('/v1/devices/connections/', {
      dev_conns: [{ dev_id: kept.id, user_id: manager.id, dev_locked: true }],
    }),
  );
  const staff = await t.asStaff(await createUser(t.services, { is_device_manager: true }));
  const ids = [kept.id];
  await done(staff.post('/v1/cs/devices/block/', { block: true, ids }));
  await done(staff.post('/v1/cs/devices/rental-manager/', { ids, email: null }));
  await done(staff.delete('/v1/cs/devices/registrations/reset/', { ids }));
  const waiting = await createRegistration(t.services, given, people.author, { confirmed: false });
  await done(staff.delete(`/v1/cs/user-registrations/${waiting.id}/`));
  const mine = await done(clinic.post('/v1/devices/registrations/', { device: given.udi, country: 'DE' }));
  await done(clinic.delete(`/v1/devices/registrations/${mine.id}/`));
}

/** Both ways to prove an address, each for a person with open requests of others; one signed up by a request's link. */
async function comeToLife() {
  for (const how of ['activate', 'reset'] as const) {
    const newcomer = await createUser(t.services, { activated_at: null });
    for (const asker of [people.partner, people.stranger]) await done(ask(t, asker, newcomer.email));
    await t.services.db
      .updateTable('connection')
      .set({ accepted_at_signup: true })
      .where('owner_id', '=', people.partner.id)
      .where('email', '=', newcomer.email)
      .execute();
    const { owner, groupId } = await invitedPair(t);
    await done((await t.as(owner)).post(`/v1/group/${groupId}/request/0/`, { email: newcomer.email }));
    const token = await inTransaction(t.services, NOBODY, ({ tx }) => createMailToken(tx, newcomer.id, how));
    await done(
      how === 'activate'
        ? t.nobody.post('/v1/auth/activate/', { uidb64: encodeId(newcomer.id), token })
        : t.nobody.post('/reset_password/confirm/', { token, password: 'seven quiet incisors' }),
    );
  }
}

/** A person moves to an address to which others have sent requests and an invitation. */
async function moveIn() {
  const mover = await createUser(t.services);
  const staff = await createUser(t.services, { is_staff: true });
  const email = `moved-${mover.id}@cusp.example`;
  for (const asker of [people.partner, people.stranger]) await done(ask(t, asker, email));
  await t.services.db
    .updateTable('connection')
    .set({ accepted_at_signup: true })
    .where('owner_id', '=', people.partner.id)
    .where('email', '=', email)
    .execute();
  const { owner, groupId } = await invitedPair(t);
  await done((await t.as(owner)).post(`/v1/group/${groupId}/request/0/`, { email }));
  const client = await t.asStaff(staff);
  await done(client.post(`/v1/cs/users/${mover.id}/email-change/`, { email, reason: 'New domain' }));
  const [oldToken, freshToken] = ['old address', 'new address'];
  await t.services.db
    .updateTable('email_change')
    .set({ old_hash: hashToken(oldToken), new_hash: hashToken(freshToken) })
    .where('user_id', '=', mover.id)
    .execute();
  for (const token of [oldToken, freshToken])
    await done(t.nobody.post('/v1/auth/email-change/', { token, agrees: true }));
}

/** Moves to another region end before their commit. */
async function stayHere() {
  const mover = await createUser(t.services);
  const staff = await createUser(t.services, { is_staff: true });
  await createMove(t.services, [mover]);
  await done((await t.as(mover)).delete('/v1/user/migration/'));
  const id = await createMove(t.services, [await createUser(t.services)]);
  await done((await t.asStaff(staff)).post(`/v1/cs/moves/${id}/`, { action: 'pause' }));
}

test('each endpoint records the events that it declares', async () => {
  for (const play of [
    workOnCase,
    workOnFiles,
    editOrders,
    connect,
    joinGroups,
    shareLinks,
    saveViews,
    saveTemplates,
    usePhones,
    comeToLife,
    moveIn,
    manageLabs,
    designate,
    manageScanners,
    stayHere,
  ])
    await play();
  for (const { name, endpoint } of ENDPOINTS) {
    // Two regions are needed, see modules/region-move.
    if (name === 'startMove') continue;
    // These activate an account like an activation link does, but need a provider, see modules/social.
    if (['socialLink', 'socialComplete', 'socialSignUp'].includes(name)) continue;
    const emits: readonly EventName[] = endpoint.emits ?? [];
    expect([name, [...(recorded.get(name) ?? [])].sort()]).toEqual([name, [...emits].sort()]);
  }
}, 60_000);

test('an event that the endpoint does not declare fails the request', async () => {
  const endpoint = { method: 'PUT', path: '/quiet/', emits: ['comment_added'] as const };
  await checkingEmits(endpoint, async () => noteRecorded('comment_added'));
  await expect(checkingEmits(endpoint, async () => noteRecorded('comment_deleted'))).rejects.toThrow(
    'PUT /quiet/ records comment_deleted',
  );
});
