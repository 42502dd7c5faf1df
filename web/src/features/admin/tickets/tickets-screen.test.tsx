// @vitest-environment happy-dom
import { PAGES } from '@cusp/contract/pages';
import { logout } from '@cusp/contract/sign-in.routes';
import { statistics } from '@cusp/contract/statistics.routes';
import type { Ticket } from '@cusp/contract/tickets';
import { listTickets, newTicket, retryTicket } from '@cusp/contract/tickets.routes';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { signOut } from '../../../client/session/session.ts';
import { reloginRequired, setSession } from '../../../client/session/session-store.ts';
import { type Answer, disconnects, hangs, refuses, replies } from '../../../testing/replies.ts';
import { DENTIST, openScreen } from '../../../testing/screen.tsx';

// The area of a page is decided when its modules load.
vi.hoisted(() => history.pushState(null, '', '/adm/registration/tickets'));

const ticket = (id: number, more: Partial<Ticket> = {}): Ticket => ({
  id,
  recipient: 'help@cusp.example',
  title: 'Scanner stays dark',
  description: 'It is off.',
  created_by: 'Sam Staff',
  created_date: '2026-11-22T09:31:00.000Z',
  state: 'sent',
  attempts: 0,
  sent_date: '2026-11-22T09:31:02.000Z',
  ...more,
});
const listOf = (...tickets: Ticket[]) =>
  replies(listTickets, {
    tickets,
    page: {
      number: 1,
      num_per_page: 25,
      total_num: tickets.length,
      count: tickets.length,
      num_pages: 1,
      has_previous: false,
      has_next: false,
      page_range: [1],
    },
    support_email: 'help@cusp.example',
    allowed_recipients: ['@lab.example'],
  });
const open = (...answers: Answer[]) =>
  openScreen(PAGES.admTickets, answers, { as: { ...DENTIST, is_staff: true } });

test('a refused recipient is named at its field, and what was typed stays, even when the dialog closes', async () => {
  const network = await open(
    listOf(),
    refuses(newTicket, 'ticket_recipient_not_allowed', {
      errors: [{ field: 'recipient', code: 'ticket_recipient_not_allowed', message: '' }],
    }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'New ticket' }));
  const recipient = (await screen.findByLabelText(/^Recipient/)) as HTMLInputElement;
  expect(recipient.value).toBe('help@cusp.example');
  await userEvent.type(screen.getByLabelText(/^Title/), 'Dark');
  await userEvent.type(screen.getByLabelText(/^Description/), 'Off');
  await userEvent.click(screen.getByRole('button', { name: 'Send ticket' }));
  expect(await screen.findByText(/Tickets cannot be sent to this address/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'New ticket' }));
  expect(((await screen.findByLabelText(/^Title/)) as HTMLInputElement).value).toBe('Dark');
  network.answer(replies(newTicket, ticket(1, { state: 'queued' })));
  await userEvent.click(screen.getByRole('button', { name: 'Send ticket' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const keys = network.sent.flatMap(({ path, body }) =>
    path === newTicket.path ? (body as { key: string }).key : [],
  );
  expect(new Set(keys).size).toBe(1);
});

test('a ticket that is changed after a lost reply is sent as another one, because the first may have arrived', async () => {
  const network = await open(listOf(), disconnects(newTicket));
  await userEvent.click(await screen.findByRole('button', { name: 'New ticket' }));
  await userEvent.type(await screen.findByLabelText(/^Title/), 'Dark');
  await userEvent.type(screen.getByLabelText(/^Description/), 'Off');
  const send = screen.getByRole('button', { name: 'Send ticket' });
  await userEvent.click(send);
  await screen.findByRole('alert');
  await userEvent.click(send);
  await screen.findByRole('alert');
  await userEvent.type(screen.getByLabelText(/^Description/), ' since Monday');
  network.answer(replies(newTicket, ticket(1, { state: 'queued' })));
  await userEvent.click(send);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const keys = network.sent.flatMap(({ path, body }) =>
    path === newTicket.path ? (body as { key: string }).key : [],
  );
  expect(keys).toHaveLength(3);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('a pasted description that is too long is kept whole, and says how much has to go', async () => {
  await open(listOf());
  await userEvent.click(await screen.findByRole('button', { name: 'New ticket' }));
  await userEvent.type(await screen.findByLabelText(/^Title/), 'Dark');
  const description = screen.getByLabelText<HTMLTextAreaElement>(/^Description/);
  await userEvent.click(description);
  await userEvent.paste('x'.repeat(10_050));
  expect(description.value).toHaveLength(10_050);
  expect(await screen.findByText(/^50 characters too many/)).toBeTruthy();
  const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Send ticket' });
  expect(send.disabled).toBe(true);
  description.setSelectionRange(9_900, 10_050);
  await userEvent.keyboard('{Delete}');
  expect(await screen.findByText('100 characters left')).toBeTruthy();
  expect(send.disabled).toBe(false);
});

test('a failed ticket can be sent again', async () => {
  const network = await open(
    listOf(ticket(1, { state: 'failed', sent_date: null })),
    replies(retryTicket, ticket(1, { state: 'queued' })),
  );
  expect(await screen.findByText('Not delivered')).toBeTruthy();
  network.answer(listOf(ticket(1, { state: 'queued', attempts: 2 })));
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }));
  expect(await screen.findByText('Trying again after 2 failed attempts')).toBeTruthy();
});

const SAME = { ...DENTIST, is_staff: true };
const OTHER = { ...SAME, id: 2, idb64: 'Mg' };
const ENDED = () => reloginRequired();
const IDLE = () => setSession({ status: 'out', left: false, idle: true });

test.each([
  ['the end of a session', 'the same person', ENDED, SAME, 'Dark'],
  ['a sign-out for idleness', 'the same person', IDLE, SAME, 'Dark'],
  ['the end of a session', 'nobody else', ENDED, OTHER, undefined],
])('after %s a ticket that was being written is there for %s', async (_, __, end, next, title) => {
  await open(listOf());
  await userEvent.click(await screen.findByRole('button', { name: 'New ticket' }));
  await userEvent.type(await screen.findByLabelText(/^Title/), 'Dark');
  act(end);
  cleanup();
  await openScreen(PAGES.admTickets, [listOf()], { as: next });
  await screen.findByRole('button', { name: 'New ticket', hidden: true });
  expect(screen.queryByLabelText<HTMLInputElement>(/^Title/)?.value).toBe(title);
});

test.each([
  ['somebody else signs in', OTHER, async () => {}],
  ['they sign out', SAME, signOut],
])('a ticket that waits for somebody is gone once %s', async (_, next, then) => {
  await open(listOf());
  await userEvent.click(await screen.findByRole('button', { name: 'New ticket' }));
  await userEvent.type(await screen.findByLabelText(/^Title/), 'Dark');
  act(IDLE);
  cleanup();
  expect(Object.values(sessionStorage)).toEqual([expect.stringContaining('Dark')]);
  await openScreen(PAGES.admDashboard, [hangs(statistics), replies(logout, {})], { as: next });
  await act(then);
  expect(Object.keys(sessionStorage)).toEqual([]);
});
