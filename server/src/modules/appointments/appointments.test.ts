import { isAtRisk } from '@cusp/dental/appointments';
import { STATUS_CODES, type StatusCode } from '@cusp/dental/case-status';
import { dayAt } from '@cusp/text/zones';
import { describe, expect, test } from 'vitest';
import { appointmentsOf, day, type Person, WEEK } from '../../testing/appointments.ts';
import { completeFields, createFileRow } from '../../testing/draft-forms.ts';
import { orderEdits, orderFields } from '../../testing/order-edits.ts';
import { openFreshSides, waitingJobs } from '../../testing/two-sides.ts';
import { fileAppointments } from '../inbox/file-deadlines.ts';
import { planAppointments } from './plan-appointments.ts';

const { t, people, newCase } = await openFreshSides();
const { db } = t.services;
const { edit } = orderEdits(t);

const { set, planned, listed } = appointmentsOf(t);
const anchorOf = async (person: Person, caseId: number) =>
  (await (await t.as(person)).get(`/v1/cases/${caseId}/`)).json().anchor;

describe('an appointment', () => {
  test('an appointment is saved with the draft, and sent unless it is past, far ahead or no day', async () => {
    const client = await t.as(people.author);
    const key = crypto.randomUUID();
    const fields = { ...completeFields(people.recipient.id), appointment: '2028-02-29' };
    const draft = (await client.post('/v1/drafts/', { key, fields })).json();
    expect(draft.appointment).toBe('2028-02-29');
    const save = (appointment: unknown, version: number) =>
      client.put(`/v1/drafts/${draft.id}/`, { version, fields: { ...fields, appointment } });
    for (const wrong of ['2027-02-29', '10.12.2026', '0000-01-01', '12026-01-01', 5])
      expect((await save(wrong, draft.version)).statusCode, String(wrong)).toBe(400);
    const past = (await save('2001-01-01', draft.version)).json();
    const refused = await client.post(`/v1/drafts/${draft.id}/send/`, { version: past.version });
    expect(refused.json()).toMatchObject({ code: 'draft_incomplete', missing: ['appointment_past'] });
    const far = (await save('9999-12-31', past.version)).json();
    const slip = await client.post(`/v1/drafts/${draft.id}/send/`, { version: far.version });
    expect(slip.json()).toMatchObject({ code: 'draft_incomplete', missing: ['appointment_far'] });
    const plausible = (await save(day(50), far.version)).json();
    const sent = await client.post(`/v1/drafts/${draft.id}/send/`, { version: plausible.version });
    expect(sent.statusCode, sent.body).toBe(200);
    const content = (await (await t.as(people.recipient)).get(`/v1/cases/${draft.id}/content/`)).json();
    expect(content.appointment).toBe(day(50));
    const copy = await client.post(`/v1/cases/${draft.id}/duplicate/`, { key: crypto.randomUUID() });
    expect((await client.get(`/v1/drafts/${copy.json().id}/`)).json().appointment).toBeNull();
  });

  test('an appointment stays when a page that does not know it saves the draft or the order', async () => {
    const client = await t.as(people.author);
    const { appointment: _, ...fields } = { ...completeFields(people.recipient.id), appointment: null };
    const key = crypto.randomUUID();
    const made = { key, fields: { ...fields, appointment: day(50) } };
    const draft = (await client.post('/v1/drafts/', made)).json();
    const saved = await client.put(`/v1/drafts/${draft.id}/`, {
      version: draft.version,
      fields: { ...fields, note: 'as before' },
    });
    expect(saved.statusCode, saved.body).toBe(200);
    expect((await client.get(`/v1/drafts/${draft.id}/`)).json()).toMatchObject({
      note: 'as before',
      appointment: day(50),
    });

    const { id } = await newCase();
    await planned(id, day(50));
    const older = { appointment: undefined };
    expect(
      (await edit(people.author, id, { as: 'change', fields: { ...older, note: 'once' } })).statusCode,
    ).toBe(200);
    await planned(id, day(50), { status: 'PROC' });
    const propose = (proposal: number | null, wish: object) =>
      edit(people.author, id, { as: 'proposal', version: 2, proposal, fields: wish });
    const { proposal } = (await propose(null, { appointment: day(60), note: 'once' })).json();
    expect((await propose(proposal, { ...older, note: 'twice' })).statusCode).toBe(200);
    const content = (await client.get(`/v1/cases/${id}/content/`)).json();
    expect([content.appointment, content.proposal.fields.appointment]).toEqual([day(50), day(60)]);
  });

  test('an appointment is changed like the delivery date: by the author’s side, announced, and as a proposal once work began', async () => {
    const { id } = await newCase();
    const to = { appointment: day(30) };
    expect((await edit(people.recipient, id, { as: 'change', fields: to })).statusCode).toBe(403);
    const past = await edit(people.author, id, { as: 'change', fields: { appointment: '2001-01-01' } });
    expect(past.json().missing).toEqual(['appointment_past']);
    const mails = (await waitingJobs(t, 'edited-mail')).length;
    expect(
      (await edit(people.authorMate, id, { as: 'change', fields: { ...to, scansFollow: true } })).statusCode,
    ).toBe(200);
    expect((await waitingJobs(t, 'edited-mail')).length).toBeGreaterThan(mails);
    const plan = () =>
      db.selectFrom('appointment_plan').selectAll().where('case_id', '=', id).executeTakeFirst();
    expect(await plan()).toMatchObject({ appointment: day(30), ready_at: null });
    await planned(id, day(30), { status: 'PROC' });
    const later = {
      as: 'proposal' as const,
      version: 2,
      fields: { appointment: day(40), scansFollow: true },
    };
    const { proposal } = (await edit(people.author, id, later)).json();
    expect((await plan())?.appointment).toBe(day(30));
    const accepted = await (await t.as(people.recipient)).post(
      `/v1/cases/${id}/proposals/${proposal}/answer/`,
      {
        version: 2,
        answer: 'accept',
      },
    );
    expect(accepted.statusCode, accepted.body).toBe(200);
    expect((await plan())?.appointment).toBe(day(40));
    const none = { as: 'proposal' as const, version: 3, fields: orderFields({ scansFollow: true }) };
    expect((await edit(people.author, id, none)).statusCode).toBe(200);
  });
});

describe('cases at risk', () => {
  // In these two zones the date always differs.
  test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
    'cases at risk are those of the rule, whatever the status, and both sides find them, in %s',
    async (zone) => {
      await set(people.recipient, { ...WEEK, zone });
      const now = new Date();
      const today = Date.parse(dayAt(zone, now));
      const day = (more: number) => new Date(today + more * 86_400_000).toISOString().slice(0, 10);
      const expected: number[] = [];
      for (const status of STATUS_CODES)
        for (const [sent, appointment] of [
          [-9, 20],
          [-9, 5],
          [-9, 4],
          [-9, 2],
          [-9, 1],
          [-9, -1],
          [-1, 5],
          [-1, 3],
        ] as const) {
          const { id } = await newCase({ status });
          const published_at = new Date(`${day(sent)}T12:00:00Z`);
          await planned(id, day(appointment), { published_at });
          const item = { status: status as StatusCode, ready: published_at.toISOString(), shipped: null };
          const limits = {
            zone,
            appointment: day(appointment),
            sendUntil: day(appointment - 5),
            shipUntil: day(appointment - 2),
          };
          if (isAtRisk(item, limits, now)) expected.push(id);
        }
      expect(expected.length).toBeGreaterThan(10);
      for (const [person, reader] of [
        [people.author, 'America/Los_Angeles'],
        [people.recipientMate, 'Asia/Tokyo'],
      ] as const) {
        const posts: { id: number; appointment: { plan: object } }[] = await listed(person, 'risk', reader);
        expect(posts.map(({ id }) => id).sort()).toEqual(expected.sort());
        expect(posts[0]?.appointment.plan).toMatchObject({ zone });
      }
      expect(await listed(people.stranger)).toEqual([]);
    },
  );

  test('a case that was shipped in time is not at risk for either side until it is reopened', async () => {
    await set(people.recipient, WEEK);
    const { id } = await newCase({ status: 'PROC' });
    const published_at = new Date(Date.now() - 9 * 86_400_000);
    await planned(id, day(1), { published_at });
    const shipped = async () => (await anchorOf(people.author, id)).shipped;
    const ids = async (person: Person) => (await listed(person)).map((post: { id: number }) => post.id);
    expect([await ids(people.author), await shipped()]).toEqual([[id], null]);
    const ship = async (sent_at: Date) => {
      const key = crypto.randomUUID();
      const sent = { key, carrier: 'dhl', number: '00340434161094015902' };
      const reply = await (await t.as(people.recipient)).post(`/v1/cases/${id}/shipments/`, sent);
      expect(reply.statusCode, reply.body).toBe(200);
      await db.updateTable('case_shipment').set({ sent_at }).where('id', '=', reply.json().id).execute();
      return reply.json().id;
    };
    await fileAppointments(t.services);
    const notices = async () => (await (await t.as(people.author)).get('/v1/inbox/')).json().notices.length;
    expect(await notices()).toBe(1);
    const late = await ship(new Date());
    // It was late before, but nothing is left to be done.
    expect([await ids(people.recipient), await notices()]).toEqual([[id], 0]);
    expect((await listed(people.author))[0].appointment.plan.shipped).toBe(await shipped());
    await (await t.as(people.recipient)).delete(`/v1/cases/${id}/shipments/${late}/`);
    expect([await notices(), await shipped()]).toEqual([1, null]);
    await ship(new Date(Date.now() - 2 * 86_400_000));
    for (const person of [people.author, people.recipient]) expect(await ids(person)).toEqual([]);

    const longAgo = new Date(Date.now() - 200 * 86_400_000);
    await db.updateTable('case_shipment').set({ sent_at: longAgo }).where('case_id', '=', id).execute();
    const isShipped = async () => [await ids(people.author), await shipped()];
    expect(await isShipped()).toEqual([[], longAgo.toISOString()]);
    await fileAppointments(t.services);
    expect(await notices()).toBe(0);

    const act = async (person: Person, action: string) => {
      const reply = await (await t.as(person)).put(`/v1/cases/${id}/status/`, { action });
      expect(reply.statusCode, reply.body).toBe(200);
      return reply.json().undo;
    };
    const undo = async (person: Person, step: number) =>
      expect((await (await t.as(person)).post(`/v1/changes/${step}/undo/`)).statusCode).toBe(200);
    await act(people.recipient, 'COMP');
    const reopening = await act(people.author, 'REOP');
    expect(await isShipped()).toEqual([[id], null]);
    await undo(people.author, reopening);
    expect(await shipped()).toBe(longAgo.toISOString());
    await act(people.author, 'REOP');
    expect(await isShipped()).toEqual([[id], null]);
    const again = new Date(Date.now() + 1000);
    await ship(again);
    await undo(people.recipient, await act(people.recipient, 'PROC'));
    expect(await shipped()).toBe(again.toISOString());
    await act(people.recipient, 'PROC');
    expect(await shipped()).toBe(again.toISOString());
  });

  test('wait for scans until both jaws are there', async () => {
    await set(people.recipient, WEEK);
    const { id } = await newCase({ status: 'PROC' });
    await planned(id, day(4), { scans_follow: true, published_at: new Date(Date.now() - 9 * 86_400_000) });
    expect((await anchorOf(people.recipient, id)).ready).toBeNull();
    expect(await listed(people.author)).toMatchObject([
      { id, appointment: { day: day(4), plan: { ready: null } } },
    ]);
    for (const filename of ['upper.stl', 'lower.stl'])
      await createFileRow(t.services, { caseId: id, uploaderId: people.author.id, filename });
    expect((await anchorOf(people.recipient, id)).ready.slice(0, 10)).toBe(day(0));
    await planAppointments(t.services);
    expect(await listed(people.author)).toMatchObject([
      { id, appointment: { plan: { ready: expect.any(String) } } },
    ]);
    // Longer production times of the lab apply with the next run.
    await set(people.recipient, { ...WEEK, productionDays: 1, shippingDays: 0 }, 1);
    await planAppointments(t.services);
    expect(await listed(people.author)).toEqual([]);
  });

  test('cases at risk are noticed on both sides once per step, and no more once they are safe', async () => {
    await set(people.recipient, WEEK);
    const notices = async (person: Person) =>
      (await (await t.as(person)).get('/v1/inbox/')).json().notices.map(({ what }: { what: string }) => what);
    const run = async () => {
      await fileAppointments(t.services);
      await fileAppointments(t.services);
    };
    const published_at = new Date(Date.now() - 20 * 86_400_000);
    const { id } = await newCase();
    await planned(id, day(4), { published_at });
    await planned((await newCase()).id, day(-1), { published_at });
    await planned((await newCase()).id, day(9), { published_at });
    await run();
    for (const person of [people.author, people.recipient])
      expect(await notices(person)).toEqual(['unstarted']);
    expect(await notices(people.authorMate)).toEqual([]);
    const unread = async () => (await (await t.as(people.author)).get('/v1/inbox/count/')).json().unread;
    await (await t.as(people.author)).post(`/v1/cases/${id}/opened/`);
    await run();
    expect(await unread()).toBe(0);
    await planned(id, day(4), { status: 'PROC' });
    await run();
    expect(await notices(people.author)).toEqual([]);
    await planned(id, day(1), { status: 'PROC' });
    await run();
    expect([await notices(people.author), await unread()]).toEqual([['unfinished'], 1]);
    await planned(id, null);
    expect(await notices(people.recipient)).toEqual([]);

    const deleted = await newCase();
    await planned(deleted.id, day(4), { published_at, recipient_removed_at: new Date() });
    await run();
    const filed = await db
      .selectFrom('inbox_item')
      .select('user_id')
      .where('case_id', '=', deleted.id)
      .execute();
    expect(filed).toEqual([{ user_id: people.author.id }]);
  });
});
