import { randomUUID } from 'node:crypto';
import { UNDO_MS } from '@cusp/contract/case-changes.routes';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { JobData } from '../../platform/jobs/queues.ts';
import { completeFields, createFileRow } from '../../testing/draft-forms.ts';
import { eventually } from '../../testing/eventually.ts';
import { createMove } from '../../testing/moves/create-move.ts';
import type { Client } from '../../testing/test-app.ts';
import { auditOf, eventsOf, ids, openFreshSides, waitingJobs } from '../../testing/two-sides.ts';
import { png, upload } from '../../testing/uploads.ts';
import { sendPublishedMail } from './published-mail.ts';

const { t, people } = await openFreshSides();
let author: Client;
beforeEach(async () => {
  author = await t.as(people.author);
});

async function ready(change: object = {}) {
  const fields = { ...completeFields(people.recipient.id), ...change };
  return (await author.post('/v1/drafts/', { key: randomUUID(), fields })).json();
}
const send = (id: number, version: number, client = author) =>
  client.post(`/v1/drafts/${id}/send/`, { version });

test('sending: 401 for guests, 404 for everybody but the author', async () => {
  const { id, version } = await ready();
  expect((await send(id, version, t.nobody)).statusCode).toBe(401);
  for (const person of [people.authorMate, people.recipient, people.partner, people.stranger]) {
    expect((await send(id, version, await t.as(person))).statusCode).toBe(404);
  }
});

test('sending an old version is refused', async () => {
  const { id, version } = await ready();
  const reply = await send(id, version - 1);
  expect(reply.statusCode).toBe(409);
  expect(reply.json()).toMatchObject({ code: 'draft_changed' });
});

test('sending an incomplete case is refused with everything that is missing', async () => {
  const { id, version } = await ready({
    recipientId: null,
    patient: { firstname: '', lastname: '', sex: null, birthdate: null },
    restorations: [{ type: 'crown', teeth: [], arch: null, material: 'zirconia', shade: '', stumpShade: '' }],
    scansFollow: false,
    deliveryDate: '2020-01-01',
    appointment: '2206-01-31',
  });
  await createFileRow(t.services, {
    caseId: id,
    uploaderId: people.author.id,
    filename: `${id}-UpperJaw.stl`,
  });
  const reply = await send(id, version);
  expect(reply.statusCode).toBe(409);
  const { code, missing } = reply.json();
  expect(code).toBe('draft_incomplete');
  expect(missing.toSorted()).toEqual(
    [
      'recipient',
      'patient_name',
      'tooth:0',
      'shade:0',
      'scans:lower',
      'delivery_date_past',
      'appointment_far',
    ].sort(),
  );
  expect(await eventsOf(t, id)).toEqual([]);
});

const crown = {
  type: 'crown',
  teeth: [16],
  arch: null,
  material: 'zirconia',
  shade: 'A2',
  stumpShade: '',
};
const problemsOf = (reply: { json(): { problems: { code: string; lines: number[] }[] } }) =>
  reply.json().problems.map(({ code, lines }) => [code, lines]);

test('sending a contradictory order is refused with every contradiction', async () => {
  const birthdate = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const { id, version } = await ready({
    patient: { firstname: 'Mia', lastname: 'Kern', sex: null, birthdate },
    restorations: [
      crown,
      { ...crown, type: 'pontic', teeth: [25] },
      crown,
      { ...crown, teeth: [55, 15] },
      { ...crown, type: 'implant_crown', teeth: [75], shade: 'A3a3' },
    ],
  });
  const reply = await send(id, version);
  expect(reply.statusCode).toBe(409);
  expect(reply.json()).toMatchObject({ code: 'order_contradictory' });
  expect(problemsOf(reply)).toEqual([
    ['birthdate_future', []],
    ['same_twice', [0, 2]],
    ['both_dentitions', [3]],
    ['not_on_primary', [4]],
    ['pontic_alone', [1]],
    ['shade_unusual', [4]],
  ]);
  expect(await eventsOf(t, id)).toEqual([]);
});

test('sending an incomplete case lists contradictions too', async () => {
  const { id, version } = await ready({ recipientId: null, restorations: [crown, crown] });
  const reply = await send(id, version);
  expect(reply.json()).toMatchObject({ code: 'draft_incomplete', missing: ['recipient'] });
  expect(problemsOf(reply)).toEqual([['same_twice', [0, 1]]]);
});

test('confirming an error, or a warning that does not apply, is refused', async () => {
  const twice = { ...crown, meant: ['same_twice:16:crown+crown'] };
  const refused = await ready({ restorations: [twice, twice] });
  expect(problemsOf(await send(refused.id, refused.version))).toEqual([['same_twice', [0, 1]]]);
  const shade = { ...crown, shade: 'A3a3', meant: ['shade_unusual::A3a4'] };
  const other = await ready({ restorations: [shade] });
  expect(other.restorations[0].meant).toEqual([]);
  expect(problemsOf(await send(other.id, other.version))).toEqual([['shade_unusual', [0]]]);
});

test('an order with confirmed warnings is sent, and the recipient sees them', async () => {
  const pontic = { ...crown, type: 'pontic', teeth: [25], shade: 'A3a3' };
  const { id, version } = await ready({ restorations: [pontic, crown] });
  const { problems } = (await send(id, version)).json();
  const meant = problems.map(({ mark }: { mark: string }) => mark);
  const fields = { ...completeFields(people.recipient.id), restorations: [{ ...pontic, meant }, crown] };
  const saved = (await author.put(`/v1/drafts/${id}/`, { version, fields })).json();
  expect((await send(id, saved.version)).statusCode).toBe(200);
  const lab = await t.as(people.recipient);
  const { restorations } = (await lab.get(`/v1/cases/${id}/all/`)).json();
  expect(restorations).toMatchObject([{ meant: ['pontic_alone', 'shade_unusual'] }, { meant: [] }]);
});

test('sending is refused if the connection has ended meanwhile', async () => {
  const { id, version } = await ready();
  await t.services.db
    .deleteFrom('connection')
    .where('owner_id', '=', people.author.id)
    .where('user_id', '=', people.recipient.id)
    .execute();
  const reply = await send(id, version);
  expect(reply.statusCode).toBe(409);
  expect(reply.json()).toMatchObject({ code: 'recipient_not_connected' });
  const saved = await author.put(`/v1/drafts/${id}/`, {
    version,
    fields: completeFields(people.recipient.id),
  });
  expect(saved.statusCode).toBe(200);
});

test('a sent case is visible to the recipient at once; both sides get events', async () => {
  const { id, no, version } = await ready();
  expect((await send(id, version)).json()).toMatchObject({ id, no });
  const lab = await t.as(people.recipient);
  const { posts } = (await lab.get('/v1/cases/')).json();
  expect(posts).toMatchObject([{ id, no, status: { code: 'OPEN', str: 'Open' }, usertype: 'OT' }]);
  const [event, ...more] = await eventsOf(t, id);
  expect(more).toEqual([]);
  expect(event).toMatchObject({
    name: 'post_published',
    activity: 'POST_CREATE',
    actor_id: people.author.id,
  });
  const { author: clinic, authorMate, recipient, recipientMate } = people;
  expect(event?.audience.toSorted((a, b) => a - b)).toEqual(
    ids(clinic, authorMate, recipient, recipientMate),
  );
  expect(await auditOf(t, id)).toMatchObject([{ action: 'case_sent', user_id: people.author.id }]);
  expect((await author.get(`/v1/drafts/${id}/`)).statusCode).toBe(404);
  expect((await author.delete(`/v1/drafts/${id}/`)).statusCode).toBe(404);
  const late = await author.put(`/v1/drafts/${id}/`, { version, fields: completeFields(null) });
  expect(late.json()).toMatchObject({ code: 'draft_changed' });
});

/** Simulates that the case was sent too long ago to be taken back. */
const ageSending = (id: number) =>
  t.services.db
    .updateTable('dental_case')
    .set({ published_at: new Date(Date.now() - UNDO_MS) })
    .where('id', '=', id)
    .execute();

test('mails go to people of the recipient’s side who want them, without the patient', async () => {
  await t.services.db
    .updateTable('app_user')
    .set({ post_publish_email: false })
    .where('id', '=', people.recipientMate.id)
    .execute();
  const { id, no, version } = await ready();
  await send(id, version);
  await ageSending(id);
  for (const job of await waitingJobs(t, 'published-mail'))
    await sendPublishedMail(t.services, job as JobData['published-mail']);
  const mails = (await waitingJobs(t, 'mail')).filter((mail) => JSON.stringify(mail).includes(no));
  expect(mails).toMatchObject([
    { template: 'case-published', userId: people.recipient.id, params: { no, link: `/case/${id}` } },
  ]);
  expect(JSON.stringify(mails)).not.toMatch(/Zoë|Łukasz/);
});

test('files of the draft are announced with the case', async () => {
  const { id, version } = await ready();
  const file = { caseId: id, uploaderId: people.author.id, filename: 'photo.png' };
  const { id: fileId } = await createFileRow(t.services, file);
  await send(id, version);
  const row = await t.services.db
    .selectFrom('case_file')
    .select('announced_at')
    .where('id', '=', fileId)
    .executeTakeFirstOrThrow();
  expect(row.announced_at).not.toBeNull();
});

test('ten concurrent sends create one case, one event and the same answer', async () => {
  const { id, no, version } = await ready();
  const replies = await Promise.all(Array.from({ length: 10 }, () => send(id, version)));
  for (const reply of replies) expect(reply.json()).toMatchObject({ id, no });
  expect(await eventsOf(t, id)).toHaveLength(1);
  expect((await (await t.as(people.recipient)).get('/v1/cases/')).json().page.total_num).toBe(1);
});

test('sending again from a window with an older version returns the same case', async () => {
  const { id, no, version } = await ready();
  await send(id, version);
  expect((await send(id, version)).json()).toEqual({ id, no, version: version + 1 });
});

describe('taking back a sent case', () => {
  const versionOf = async (id: number) =>
    (await t.services.db.selectFrom('dental_case').select('version').where('id', '=', id).executeTakeFirst())
      ?.version;
  const unsend = async (id: number, person: { id: number } = people.author, version?: number) =>
    (await t.as(person)).post(`/v1/drafts/${id}/unsend/`, { version: version ?? (await versionOf(id)) });
  const sent = async () => {
    const draft = await ready();
    await send(draft.id, draft.version);
    return draft;
  };

  test('404 for the recipient and strangers, 409 after ten seconds', async () => {
    const { id } = await sent();
    for (const person of [people.recipient, people.authorMate, people.stranger])
      expect((await unsend(id, person)).statusCode).toBe(404);
    const published_at = new Date(Date.now() - 11_000);
    await t.services.db.updateTable('dental_case').set({ published_at }).where('id', '=', id).execute();
    expect((await unsend(id)).json()).toMatchObject({ code: 'undo_over' });
  });

  test('409 for a late request about an earlier sending, which leaves the newer one', async () => {
    const draft = await ready();
    const first = (await send(draft.id, draft.version)).json();
    expect((await unsend(draft.id, people.author, first.version)).statusCode).toBe(200);
    const second = (await send(draft.id, first.version + 1)).json();
    expect((await unsend(draft.id, people.author, first.version)).json()).toMatchObject({
      code: 'undo_over',
    });
    expect((await (await t.as(people.recipient)).get(`/v1/cases/${draft.id}/all/`)).statusCode).toBe(200);
    // Storing it in the recipient's browser for times without a connection does not count as opening it.
    const kept = await (await t.as(people.recipient)).get(`/v1/offline/cases/${draft.id}/`);
    expect(kept.statusCode).toBe(200);
    await eventually(async () =>
      expect((await auditOf(t, draft.id)).map(({ action }) => action)).toContain('case_kept'),
    );
    expect((await unsend(draft.id, people.author, second.version)).statusCode).toBe(200);
  });

  test.each([
    ['opened', (lab: Client, id: number) => lab.post(`/v1/cases/${id}/opened/`)],
    ['commented on', (lab: Client, id: number) => lab.post(`/v1/cases/${id}/comment/`, { comment: 'Hi' })],
    [
      'assigned',
      (lab: Client, id: number) =>
        lab.put(`/v1/cases/${id}/assignee/`, { assignee_id: people.recipientMate.id }),
    ],
  ])('409 once the recipient has %s it', async (_, touch) => {
    const { id } = await sent();
    expect((await touch(await t.as(people.recipient), id)).statusCode).toBe(200);
    expect((await unsend(id)).json()).toMatchObject({ code: 'sent_case_touched' });
    expect((await (await t.as(people.recipient)).get(`/v1/cases/${id}/all/`)).statusCode).toBe(200);
  });

  test('409 once the recipient has read or downloaded one of its files', async () => {
    const { id, version } = await ready();
    const file = (await upload(author, id, png(), 'photo.png')).json();
    await send(id, version);
    const lab = await t.as(people.recipient);
    expect((await lab.get(`/v1/files/${file.id}/download/`)).statusCode).toBe(200);
    expect((await unsend(id)).json()).toMatchObject({ code: 'sent_case_touched' });
  });

  test('409 while a legal hold is open, so that discarding the draft destroys nothing', async () => {
    const { id, no } = await sent();
    const placed = await author.post('/v1/privacy/holds/', { no, reason: 'Dispute' });
    expect(placed.statusCode, placed.body).toBe(200);
    expect((await unsend(id)).json()).toMatchObject({ code: 'case_on_hold' });
  });

  test('423 while its author moves to another region', async () => {
    const { id } = await sent();
    await createMove(t.services, [people.author], 'frozen');
    expect((await unsend(id)).statusCode).toBe(423);
  });

  test('when a case is taken back and opened concurrently one succeeds, and the other is refused', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id } = await sent();
      const lab = await t.as(people.recipient);
      const [back, opened] = await Promise.all([unsend(id), lab.post(`/v1/cases/${id}/opened/`)]);
      expect([
        [200, 404],
        [409, 200],
      ]).toContainEqual([back.statusCode, opened.statusCode]);
    }
  });

  test('a case that was taken back and sent again is mailed about once, when the last ten seconds are over', async () => {
    const { id } = await sent();
    await unsend(id);
    const draft = (await (await t.as(people.author)).get(`/v1/drafts/${id}/`)).json();
    await send(id, draft.version);
    const jobs = (await waitingJobs(t, 'published-mail')).filter(({ caseId }) => caseId === id);
    expect(new Set(jobs.map(({ userId }) => userId)).size).toBe(jobs.length);
    const [job] = jobs as JobData['published-mail'][];
    if (!job) throw new Error('no mail is planned');
    // Simulates that the worker has taken the job of the first sending.
    await sql`update pgboss.job set state = 'active' where name = 'published-mail' and (data->>'caseId')::bigint = ${id}`.execute(
      t.services.db,
    );
    const mails = async () =>
      (await waitingJobs(t, 'mail')).filter(({ userId }) => userId === job.userId).length;
    const before = await mails();
    await sendPublishedMail(t.services, job);
    expect(await mails()).toBe(before);
    expect((await waitingJobs(t, 'published-mail')).filter(({ caseId }) => caseId === id)).toMatchObject([
      { userId: job.userId },
    ]);
    await ageSending(id);
    await sendPublishedMail(t.services, job);
    expect(await mails()).toBe(before + 1);
  });

  test('the case is a draft again, gone for everybody else, without a mail, and can be sent once more', async () => {
    const { id, no } = await sent();
    expect((await unsend(id)).statusCode).toBe(200);
    expect((await unsend(id)).statusCode).toBe(200);
    const lab = await t.as(people.recipient);
    expect((await lab.get(`/v1/cases/${id}/all/`)).statusCode).toBe(404);
    expect((await lab.get('/v1/cases/')).json().page.total_num).toBe(0);
    const before = (await waitingJobs(t, 'mail')).length;
    for (const job of await waitingJobs(t, 'published-mail'))
      if (job.caseId === id) await sendPublishedMail(t.services, job as JobData['published-mail']);
    expect(await waitingJobs(t, 'mail')).toHaveLength(before);
    const draft = (await (await t.as(people.author)).get(`/v1/drafts/${id}/`)).json();
    expect((await send(id, draft.version)).json()).toMatchObject({ id, no });
    expect((await lab.get('/v1/cases/')).json().page.total_num).toBe(1);
  });
});
