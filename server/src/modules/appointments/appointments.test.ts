import { isAtRisk } from '@cusp/dental/appointments';
import { STATUS_CODES, type StatusCode } from '@cusp/dental/case-status';
import { dayAt, shownBy } from '@cusp/text/zones';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { completeFields, createFileRow } from '../../testing/draft-forms.ts';
import { orderEdits, orderFields } from '../../testing/order-edits.ts';
import { formOf } from '../../testing/sign-in.ts';
import { openFreshSides, waitingJobs } from '../../testing/two-sides.ts';
import { fileAppointments } from '../inbox/file-deadlines.ts';
import { offsetNow, planAppointment, planAppointments } from './plan-appointments.ts';

const { t, people, newCase } = await openFreshSides();
const { db } = t.services;
const { edit } = orderEdits(t);

const WEEK = {
  zone: 'UTC',
  workDays: [1, 2, 3, 4, 5, 6, 7],
  closedDays: [],
  productionDays: 3,
  shippingDays: 1,
};
type Person = { id: number };

const read = async (person: Person) => (await (await t.as(person)).get('/v1/work-calendar/')).json();
const set = async (person: Person, calendar: object, version = 0) =>
  (await t.as(person)).put('/v1/work-calendar/', { calendar, version });
const seenBy = async (person: Person, of: Person) =>
  (await t.as(person)).get(`/v1/drafts/recipients/${of.id}/calendar/`);
const day = (more: number) => new Date(Date.now() + more * 86_400_000).toISOString().slice(0, 10);
const planned = async (caseId: number, appointment: string | null, columns: object = {}) => {
  await db
    .updateTable('dental_case')
    .set({ appointment, ...columns })
    .where('id', '=', caseId)
    .execute();
  await planAppointment(db, caseId);
};
const listed = async (person: Person, due = 'risk', zone = 'UTC') =>
  (await (await t.as(person)).get(`/v1/cases/?due=${due}&zone=${zone}&num_per_page=100`)).json().posts;
const anchorOf = async (person: Person, caseId: number) =>
  (await (await t.as(person)).get(`/v1/cases/${caseId}/`)).json().anchor;

describe('working days of a practice', () => {
  test('working days of a practice are refused for members, with impossible days, and for what somebody else changed meanwhile', async () => {
    expect((await t.nobody.put('/v1/work-calendar/', { calendar: WEEK, version: 0 })).statusCode).toBe(401);
    expect((await set(people.recipientMate, WEEK)).json().code).toBe('privacy_owner_only');
    for (const wrong of [
      { zone: 'Mars/Olympus' },
      { zone: '+01:00' },
      { zone: '' },
      { workDays: [] },
      { workDays: [0] },
      { closedDays: ['2027-02-29'] },
      { productionDays: -1 },
      { productionDays: 61 },
      { shippingDays: 1.5 },
    ])
      expect((await set(people.recipient, { ...WEEK, ...wrong })).statusCode, JSON.stringify(wrong)).toBe(
        400,
      );
    const replies = await Promise.all([set(people.recipient, WEEK), set(people.recipient, WEEK)]);
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 409]);
    expect(await read(people.recipientMate)).toEqual({
      calendar: WEEK,
      has_zone: true,
      country_zones: ['Europe/Berlin', 'Europe/Busingen'],
      version: 1,
      may_change: false,
    });
    expect(await read(people.stranger)).toMatchObject({ version: 0, may_change: true });
  });

  test('working days of a practice are read by connected people only, without closed days of the past', async () => {
    const calendar = { ...WEEK, closedDays: [day(9), day(-40), day(9)] };
    expect((await set(people.recipient, calendar)).statusCode).toBe(200);
    expect((await read(people.recipient)).calendar.closedDays).toEqual([day(-40), day(9)]);
    // A member of the lab has the days of its group.
    expect((await seenBy(people.authorMate, people.recipient)).json()).toEqual({
      calendar: { ...WEEK, closedDays: [day(9)] },
    });
    for (const person of [people.stranger, people.partner, people.recipientMate])
      expect((await seenBy(person, people.recipient)).statusCode).toBe(404);
    expect((await seenBy(people.author, people.stranger)).statusCode).toBe(404);
  });
});

describe('the time zone of a practice', () => {
  const { zone: _, ...unzoned } = WEEK;
  const countryIs = (country: string) =>
    db.updateTable('app_user').set({ country }).where('id', '=', people.recipient.id).execute();
  const zoneOf = async (person: Person) => (await read(person)).calendar.zone;
  const stored = (calendar: object) =>
    db
      .updateTable('app_user')
      .set({ work_calendar: JSON.stringify(calendar) })
      .where('id', '=', people.recipient.id)
      .execute();

  test('without a choice it is that of most people of the country, otherwise UTC', async () => {
    for (const [country, zone] of [
      ['DE', 'Europe/Berlin'],
      ['US', 'America/New_York'],
      ['KR', 'Asia/Seoul'],
      ['', 'UTC'],
    ] as const) {
      await countryIs(country);
      expect(await zoneOf(people.recipientMate)).toBe(zone);
      const { calendar } = (await seenBy(people.author, people.recipient)).json();
      expect(calendar.zone).toBe(zone);
    }
    expect(await read(people.recipient)).toMatchObject({ has_zone: false, country_zones: [] });
    // Also in a practice that chose its days before there were zones, or a zone that is no longer known.
    await countryIs('KR');
    for (const calendar of [unzoned, { ...unzoned, zone: 'Mars/Olympus' }]) {
      await stored(calendar);
      expect(await read(people.recipient)).toMatchObject({
        calendar: { zone: 'Asia/Seoul' },
        has_zone: false,
      });
    }
  });

  test('a page that does not know it keeps it', async () => {
    await set(people.recipient, { ...WEEK, zone: 'Asia/Kolkata' });
    expect((await set(people.recipient, { ...unzoned, shippingDays: 3 }, 1)).statusCode).toBe(200);
    expect((await read(people.recipient)).calendar).toEqual({
      ...WEEK,
      zone: 'Asia/Kolkata',
      shippingDays: 3,
    });
  });

  test('plans follow another zone, and another country where none was chosen, with the next run', async () => {
    const { id } = await newCase();
    await planned(id, day(30));
    const planZone = async () => {
      await planAppointments(t.services);
      const row = await db.selectFrom('appointment_plan').select('zone').where('case_id', '=', id).execute();
      return row[0]?.zone;
    };
    expect(await planZone()).toBe('Europe/Berlin');
    const fields = { first_name: 'Rita', last_name: 'Recipient', role: 'Dental Lab', country: 'KR' };
    const saved = await (await t.as(people.recipient)).request('PUT', '/v1/user/edit/', formOf(fields));
    expect(saved.statusCode, saved.body).toBe(200);
    expect(await planZone()).toBe('Asia/Seoul');
    await set(people.recipient, { ...WEEK, zone: 'America/Los_Angeles' });
    expect(await planZone()).toBe('America/Los_Angeles');
    // A member who leaves has a calendar of their own.
    const recipientIs = async (person: Person) => {
      await db.updateTable('dental_case').set({ recipient_id: person.id }).where('id', '=', id).execute();
      await planAppointment(db, id);
    };
    await recipientIs(people.recipientMate);
    const member = await db
      .selectFrom('group_member')
      .selectAll()
      .where('user_id', '=', people.recipientMate.id)
      .executeTakeFirstOrThrow();
    const left = await (await t.as(people.recipientMate)).delete(`/v1/group/users/${member.id}/remove/`);
    expect(left.statusCode, left.body).toBe(200);
    expect(await planZone()).not.toBe('America/Los_Angeles');
    await db.insertInto('group_member').values(member).execute();
    await recipientIs(people.recipient);
    // As a server from before plans had a zone plans it.
    const { zone: _, ...older } = await db
      .selectFrom('appointment_plan')
      .selectAll()
      .where('case_id', '=', id)
      .executeTakeFirstOrThrow();
    await db.deleteFrom('appointment_plan').where('case_id', '=', id).execute();
    await db.insertInto('appointment_plan').values(older).execute();
    expect(
      (await listed(people.author, '')).find((post: Person) => post.id === id).appointment.plan.zone,
    ).toBe('UTC');
    expect(await planZone()).toBe('America/Los_Angeles');
  });

  test('the database reads every zone as the pages do, and by its offset where it would not', async () => {
    const now = new Date();
    const zones = [...Intl.supportedValuesOf('timeZone'), 'CET', 'EET', 'MET', 'EST5EDT'];
    const { rows } = await sql<{ name: string; by_name: string; by_offset: string }>`
      select name, (${now}::timestamptz at time zone known_zone(name, clock))::text as by_name,
        (${now}::timestamptz at time zone known_zone('Mars/' || name, clock))::text as by_offset
      from unnest(${zones}::text[], ${zones.map((zone) => offsetNow(zone, now))}::text[]) as zone (name, clock)
    `.execute(db);
    const shown = (zone: string) =>
      new Date(shownBy(zone, now.getTime() - now.getMilliseconds()))
        .toISOString()
        .slice(0, 19)
        .replace('T', ' ');
    expect(
      rows.map(({ name, by_name, by_offset }) => [name, by_name.slice(0, 19), by_offset.slice(0, 19)]),
    ).toEqual(zones.map((name) => [name, shown(name), shown(name)]));
    // As where the rules of a zone differ in the database.
    const { rows: differing } = await sql`select known_zone('Europe/Berlin', '<lab>-7:00') as zone`.execute(
      db,
    );
    expect(differing).toEqual([{ zone: '<lab>-7:00' }]);
  });
});

describe('an appointment', () => {
  test('an appointment is saved with the draft, and sent unless it is past or no day', async () => {
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
    const sent = await client.post(`/v1/drafts/${draft.id}/send/`, { version: far.version });
    expect(sent.statusCode, sent.body).toBe(200);
    const content = (await (await t.as(people.recipient)).get(`/v1/cases/${draft.id}/content/`)).json();
    expect(content.appointment).toBe('9999-12-31');
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
  // In these zones it is never the same day.
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

  test('what was shipped in time is at risk for nobody, until the case is reopened', async () => {
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
    // It is true that it was late, but nothing has to be done any more.
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
    // Longer working days of the lab apply with the next run.
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
