import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { auditOf, eventsOf, openFreshSides } from '../../testing/two-sides.ts';
import { fileEvent } from '../inbox/file-event.ts';

const { t, people, newCase } = await openFreshSides();
const { db } = t.services;

type Person = { id: number };
const ship = async (person: Person, id: number, more: object = {}) =>
  (await t.as(person)).post(`/v1/cases/${id}/shipments/`, {
    key: randomUUID(),
    carrier: 'dhl',
    number: '00340434161094015902',
    ...more,
  });
const listOf = async (person: Person, id: number) =>
  (await (await t.as(person)).get(`/v1/cases/${id}/shipments/`)).json();
const remove = async (person: Person, id: number, shipment: number) =>
  (await t.as(person)).delete(`/v1/cases/${id}/shipments/${shipment}/`);

/** Writes the notices of what was shipped, and returns the events. */
async function fileShipments(id: number) {
  const events = (await eventsOf(t, id)).filter(({ name }) => name === 'case_shipped');
  for (const event of events) await fileEvent(t.services, event.id);
  return events;
}

test('a shipment is refused to others, before the work began, on closed cases, and with a link that is not safe', async () => {
  const { id } = await newCase({ status: 'PROC' });
  for (const person of [people.author, people.authorMate])
    expect((await ship(person, id)).json().code).toBe('shipping_recipient_only');
  for (const person of [people.stranger, people.partner])
    expect((await ship(person, id)).statusCode).toBe(404);
  for (const [status, code] of [
    ['OPEN', 'shipping_not_begun'],
    ['CLSD', 'case_closed'],
  ] as const) {
    const other = await newCase({ status });
    expect((await ship(people.recipient, other.id)).json().code).toBe(code);
    expect((await listOf(people.recipient, other.id)).may_ship).toBe(false);
  }
  for (const wrong of [
    { number: '' },
    { number: '<script>' },
    { number: '1'.repeat(41) },
    { carrier: 'nobody' },
    { carrier: 'other', number: '' },
    { carrier: 'other', carrier_name: 'Bike', link: 'http://bike.example/1' },
    { carrier: 'other', carrier_name: 'Bike', link: 'javascript:alert(1)' },
    { carrier: 'other', carrier_name: 'Bike', link: 'https://a:b@bike.example/' },
    { carrier: 'other', carrier_name: 'Bike', link: 'https://localhost/' },
  ])
    expect((await ship(people.recipient, id, wrong)).statusCode, JSON.stringify(wrong)).toBe(400);
  expect((await listOf(people.author, id)).shipments).toEqual([]);
  const key = randomUUID();
  await ship(people.recipient, id, { key });
  const other = await newCase({ status: 'PROC' });
  expect((await ship(people.recipient, other.id, { key })).statusCode).toBe(400);
  for (let more = 1; more < 20; more += 1) await ship(people.recipient, id);
  expect((await ship(people.recipient, id)).json().code).toBe('too_many_shipments');
});

test('the same key with other fields corrects the shipment, as after a lost reply, and is no second notice', async () => {
  const { id } = await newCase({ status: 'PROC' });
  const key = randomUUID();
  await ship(people.recipient, id, { key, number: 'MISTYPED' });
  await fileShipments(id);
  await db.updateTable('inbox_item').set({ read_at: new Date() }).where('case_id', '=', id).execute();
  for (let press = 0; press < 2; press += 1) await ship(people.recipient, id, { key, number: 'CORRECTED' });
  const { shipments } = await listOf(people.author, id);
  expect(shipments).toEqual([expect.objectContaining({ number: 'CORRECTED' })]);
  expect(await fileShipments(id)).toHaveLength(2);
  const notices = await db.selectFrom('inbox_item').select('read_at').where('case_id', '=', id).execute();
  expect(notices).toEqual([{ read_at: expect.any(Date) }]);
});

test('a shipment that was corrected before its notice was written gives one notice', async () => {
  const { id } = await newCase({ status: 'PROC' });
  const key = randomUUID();
  for (const number of ['MISTYPED', 'CORRECTED']) await ship(people.recipient, id, { key, number });
  await fileShipments(id);
  const notices = await db.selectFrom('inbox_item').select('user_id').where('case_id', '=', id).execute();
  expect(notices).toEqual([{ user_id: people.author.id }]);
});

test('the same request twice ships once; both sides see it, the clinic gets one notice and nobody else', async () => {
  const { id } = await newCase({ status: 'COMP' });
  const key = randomUUID();
  const both = await Promise.all([
    ship(people.recipientMate, id, { key }),
    ship(people.recipientMate, id, { key }),
  ]);
  expect(both[0].json()).toEqual(both[1].json());
  const [shipment] = (await listOf(people.author, id)).shipments;
  expect(shipment).toMatchObject({ carrier: 'dhl', number: '00340434161094015902', sent_by: 'Ron Mate' });
  expect(await listOf(people.author, id)).toMatchObject({ may_ship: false });
  expect(await fileShipments(id)).toHaveLength(1);
  const notices = await db
    .selectFrom('inbox_item')
    .select(['user_id', 'kind', 'what'])
    .where('case_id', '=', id)
    .execute();
  expect(notices).toEqual([{ user_id: people.author.id, kind: 'change', what: 'shipped' }]);
  const history = (await (await t.as(people.author)).get(`/v1/cases/${id}/history/`)).json();
  expect(history.entries[0]).toMatchObject({ action: 'shipped', person: { name: 'Ron Mate' } });

  expect((await remove(people.author, id, shipment.id)).json().code).toBe('shipping_recipient_only');
  const other = await newCase({ status: 'COMP' });
  await remove(people.recipient, other.id, shipment.id);
  expect((await listOf(people.author, id)).shipments).toHaveLength(1);
  for (let press = 0; press < 2; press += 1)
    expect((await remove(people.recipient, id, shipment.id)).statusCode).toBe(200);
  expect((await listOf(people.author, id)).shipments).toEqual([]);
  expect((await auditOf(t, id)).map(({ action }) => action)).toEqual(['case_shipped', 'shipment_removed']);
});

test('another carrier has a name and perhaps a link, and under a legal hold nothing is removed', async () => {
  const { id } = await newCase({ status: 'REOP' });
  const link = 'https://bike.example/track?no=1 2';
  const sent = { carrier: 'other', carrier_name: 'Bike', number: '', link };
  const reply = await ship(people.recipient, id, sent);
  expect(reply.json()).toMatchObject({ carrier_name: 'Bike', link: 'https://bike.example/track?no=1%202' });
  await db
    .insertInto('legal_hold')
    .values({ case_id: id, placed_by: people.author.id, reason: 'x' })
    .execute();
  expect((await remove(people.recipient, id, reply.json().id)).json().code).toBe('case_on_hold');
});
