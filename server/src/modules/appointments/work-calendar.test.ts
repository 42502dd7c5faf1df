import { shownBy } from '@cusp/text/zones';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { appointmentsOf, day, type Person, WEEK } from '../../testing/appointments.ts';
import { formOf } from '../../testing/sign-in.ts';
import { openFreshSides } from '../../testing/two-sides.ts';
import { offsetNow, planAppointment, planAppointments } from './plan-appointments.ts';

const { t, people, newCase } = await openFreshSides();
const { db } = t.services;

const { set, planned, listed } = appointmentsOf(t);
const read = async (person: Person) => (await (await t.as(person)).get('/v1/work-calendar/')).json();
const seenBy = async (person: Person, of: Person) =>
  (await t.as(person)).get(`/v1/drafts/recipients/${of.id}/calendar/`);

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

  test('without a choice the time zone is the most populous one of the country, otherwise UTC', async () => {
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
    // Also in a practice that chose its days before zones were added, or whose zone is no longer supported.
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
    // A member who leaves gets a separate calendar.
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
    // Simulates the plan of a server from before plans had a zone.
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
    // Simulates a database with other rules for a zone.
    const { rows: differing } = await sql`select known_zone('Europe/Berlin', '<lab>-7:00') as zone`.execute(
      db,
    );
    expect(differing).toEqual([{ zone: '<lab>-7:00' }]);
  });
});
