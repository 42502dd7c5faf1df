import { randomUUID } from 'node:crypto';
import type { CountedPage } from '@cusp/contract/staff-lists';
import type { Ticket } from '@cusp/contract/tickets';
import { TICKET_LIMITS } from '@cusp/contract/tickets.routes';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../platform/config/config.ts';
import { listOutbox } from '../../platform/mail/outbox.ts';
import { outboxDir } from '../../platform/mail/transport.ts';
import { createUser } from '../../testing/factories.ts';
import { openTestApp } from '../../testing/test-app.ts';
import { loseJobs, waitingJobs } from '../../testing/two-sides.ts';
import { createDeliverTicket, failLostTickets, TICKET_ATTEMPTS } from './deliver-ticket.ts';

const t = await openTestApp({
  config: { supportEmail: 'help@cusp.example', ticketRecipients: ['boss@partner.example', '@lab.example'] },
});
const { db } = t.services;
const sam = await createUser(t.services, { is_staff: true, first_name: 'Sam', last_name: 'Staff' });
const staff = await t.asStaff(sam);
const TICKET = { recipient: 'help@cusp.example', title: 'Scanner stays dark', description: 'It is off.' };
const send = (more: object = {}, client = staff) =>
  client.post('/v1/cs/devices/tickets/new/', { ...TICKET, ...more });
type List = { tickets: Ticket[]; page: CountedPage; support_email: string; allowed_recipients: string[] };
const list = async (query = '') => (await staff.get(`/v1/cs/devices/tickets/?${query}`)).json<List>();
const read = async (id: number) =>
  (await list('num_per_page=100')).tickets.find((ticket) => ticket.id === id);
const retry = (id: number) => staff.post(`/v1/cs/devices/tickets/${id}/retry/`);
const jobsOf = async (id: number) =>
  ((await waitingJobs(t, 'ticket-mail')) as { ticketId: number }[]).filter(({ ticketId }) => ticketId === id);
/** No server listens at this address. */
const brokenMail = { ...t.services, config: { ...t.services.config, smtpUrl: 'smtp://127.0.0.1:9' } };

describe('refused', () => {
  test.each([
    'stranger@example.com',
    'help@cusp.example.evil.example',
    'evil@notlab.example',
    'a@sub.lab.example',
    'boss@partner.exampIe.com',
  ])('a ticket to %s, who is not among the recipients', async (recipient) => {
    const reply = await send({ recipient });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({
      code: 'ticket_recipient_not_allowed',
      errors: [{ field: 'recipient' }],
    });
  });

  test('a ticket with several recipients, or with texts that are empty or too long, is refused by field', async () => {
    const bad = [
      ['recipient', { recipient: 'help@cusp.example, stranger@example.com' }],
      ['title', { title: '  ' }],
      ['title', { title: 'x'.repeat(TICKET_LIMITS.title + 1) }],
      ['description', { description: '' }],
      ['description', { description: 'x'.repeat(10_001) }],
    ] as const;
    for (const [field, more] of bad) {
      const reply = await send(more);
      expect(reply.statusCode).toBe(400);
      expect(reply.json().errors[0].field).toBe(field);
    }
  });

  test('a retry of a ticket that is unknown or did not fail is refused', async () => {
    expect((await retry(999_999)).statusCode).toBe(404);
    const { id } = (await send()).json<Ticket>();
    expect((await retry(id)).json().code).toBe('ticket_not_failed');
  });

  test('the server does not start with a ticket recipient that is neither an address nor a domain', () => {
    expect(() => readConfig({ TICKET_RECIPIENTS: 'lab.example' })).toThrow('TICKET_RECIPIENTS');
    expect(readConfig({ TICKET_RECIPIENTS: 'a@b.example, @c.example' }).ticketRecipients).toEqual([
      'a@b.example',
      '@c.example',
    ]);
  });
});

test('a ticket of 10,000 characters is taken, mailed as it is and shown as sent', async () => {
  const description = `Line one\n${'ü'.repeat(9_991)}`;
  const reply = await send({ description, recipient: 'Someone@LAB.example' });
  expect(reply.json()).toMatchObject({ state: 'queued', created_by: 'Sam Staff', description });
  const { id } = reply.json<Ticket>();
  await createDeliverTicket(t.services)(id);
  await createDeliverTicket(t.services)(id);
  expect(await read(id)).toMatchObject({ state: 'sent', sent_date: expect.any(String) });
  const subject = `Ticket ${id}: ${TICKET.title}`;
  const mails = (await listOutbox(outboxDir(t.services.config))).filter((mail) => mail.subject === subject);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.to).toBe('Someone@LAB.example');
  expect(mails[0]?.text).toContain('ü'.repeat(9_991));
  expect(mails[0]?.text).toContain(`Sam Staff (${sam.email})`);
});

test('a double click sends one ticket, also when both arrive at once', async () => {
  const key = randomUUID();
  const before = (await list()).page.count;
  const replies = await Promise.all([send({ key }), send({ key }), send({ key })]);
  const ids = new Set(replies.map((reply) => reply.json<Ticket>().id));
  expect(ids.size).toBe(1);
  expect((await list()).page.count - before).toBe(1);
  expect(await jobsOf([...ids][0] ?? 0)).toHaveLength(1);
  const other = await t.asStaff(await createUser(t.services, { is_device_manager: true }));
  expect((await send({ key }, other)).json<Ticket>().id).not.toBe([...ids][0]);
});

test('a mail that cannot be sent is tried again, then shown as failed, and sent on retry', async () => {
  const { id } = (await send()).json<Ticket>();
  const broken = createDeliverTicket(brokenMail);
  for (let attempt = 1; attempt < TICKET_ATTEMPTS; attempt += 1) {
    await expect(broken(id)).rejects.toThrow();
    expect(await read(id)).toMatchObject({ state: 'queued', attempts: attempt });
  }
  await broken(id);
  expect(await read(id)).toMatchObject({ state: 'failed', attempts: TICKET_ATTEMPTS });
  const [first, second] = await Promise.all([retry(id), retry(id)]);
  expect([first.statusCode, second.statusCode].sort()).toEqual([200, 409]);
  expect(await read(id)).toMatchObject({ state: 'queued', attempts: 0 });
  await createDeliverTicket(t.services)(id);
  expect((await read(id))?.state).toBe('sent');
  const logged = await db
    .selectFrom('audit_log')
    .select('user_id')
    .where('action', '=', 'ticket_sent')
    .where('object_id', '=', id)
    .execute();
  expect(logged).toEqual([{ user_id: sam.id }, { user_id: sam.id }]);
});

test('a ticket whose delivery was killed each time is shown as failed and sent on retry, one that waits is not', async () => {
  const lost = (await send()).json<Ticket>();
  await loseJobs(t, 'ticket-mail');
  const waits = (await send()).json<Ticket>();
  await failLostTickets(t.services);
  expect([(await read(lost.id))?.state, (await read(waits.id))?.state]).toEqual(['failed', 'queued']);
  expect((await retry(lost.id)).statusCode).toBe(200);
  await failLostTickets(t.services);
  expect((await read(lost.id))?.state).toBe('queued');
});

test('the list is searched and sorted, and names who may receive a ticket', async () => {
  await send({ title: "O'Neil's Kamera 카메라" });
  const found = await list(`search=${encodeURIComponent('카메라')}`);
  expect(found.tickets.map(({ title }) => title)).toEqual(["O'Neil's Kamera 카메라"]);
  expect(found).toMatchObject({
    support_email: 'help@cusp.example',
    allowed_recipients: ['boss@partner.example', '@lab.example'],
  });
  const titles = (await list('sort=title asc&num_per_page=100')).tickets.map(({ title }) => title);
  expect(titles).toEqual([...titles].sort());
});
