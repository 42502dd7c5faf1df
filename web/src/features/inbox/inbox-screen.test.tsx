// @vitest-environment happy-dom

import { listScanners } from '@cusp/contract/devices.routes';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import { changeAllNotices, changeNotices, countInbox, listInbox } from '@cusp/contract/inbox.routes';
import { PAGES } from '@cusp/contract/pages';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import inbox from '../../../../contract/fixtures/inbox.json';
import { FakeEventSource } from '../../testing/fake-event-source.ts';
import { type Answer, hangs, refuses, replies } from '../../testing/replies.ts';
import { openScreen } from '../../testing/screen.tsx';

const PAGE = { ...inbox.listInbox.reply, next: null } as ReplyFrom<typeof listInbox>;
const EMPTY = { notices: [], next: null, first: null };
const rows = () => screen.findAllByRole('listitem');
const bodies = (network: Awaited<ReturnType<typeof openScreen>>) =>
  network.sent.filter(({ method }) => method === 'PUT').map(({ body }) => body);

test('notices name who did what on which case, and lead there', async () => {
  const user = userEvent.setup();
  const network = await openScreen(PAGES.inbox, [
    replies(listInbox, PAGE),
    replies(countInbox, { unread: 2, wakes_in: null }),
    replies(changeNotices, {}),
  ]);
  const main = within(await screen.findByRole('main'));
  const shown = (await main.findAllByRole('listitem')).map((row) => row.textContent);
  expect(shown).toEqual([
    expect.stringMatching(/^Unread: Paul Weiß wrote a commentJo Patient · 2611-VX5GK3 · 3 unread comments/),
    expect.stringMatching(/^Unread: Paul Weiß set the status to CompletedJo Patient · 2611-VX5GK3/),
    expect.stringMatching(/^Due on .*No patient name · 2611-7KQ4MX/),
    expect.stringMatching(/^\(Unknown\) invites you to the group Hoff Dentaltechnik/),
  ]);
  const links = main.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual([`${PAGES.settings}#inbox`, '/case/401', '/case/401', '/case/417', PAGES.groups]);
  await user.keyboard('jj');
  expect(document.activeElement?.textContent).toContain('set the status');
  expect(bodies(network)).toEqual([]);
  // A done row passes the focus to the next one.
  const [, second, third] = (await main.findAllByRole('listitem')) as [HTMLElement, HTMLElement, HTMLElement];
  network.answer(replies(listInbox, { ...PAGE, notices: PAGE.notices.filter((_, at) => at !== 1) }));
  within(second).getByRole('button', { name: 'Done' }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(second.isConnected).toBe(false));
  expect(document.activeElement).toBe(within(third).getByRole('link'));
});

test('a notice is snoozed, done and brought back with undo, and read; a failure says so', async () => {
  const user = userEvent.setup();
  const network = await openScreen(PAGES.inbox, [
    replies(listInbox, PAGE),
    refuses(changeNotices, 'internal'),
    replies(changeAllNotices, { ids: [817, 816] }),
  ]);
  const [first] = await within(await screen.findByRole('main')).findAllByRole('listitem');
  if (!first) throw new Error('no row');
  await user.click(within(first).getByRole('button', { name: 'Done' }));
  expect(await screen.findByText(/Something went wrong/)).toBeTruthy();
  network.answer(replies(changeNotices, {}));
  await user.click(within(first).getByRole('button', { name: 'Snooze' }));
  // The menu fades in, and is hidden from assistive technology until then.
  await user.click(await screen.findByRole('menuitem', { name: 'Tomorrow morning', hidden: true }));
  const undo = async (text: RegExp) => {
    const toast = (await screen.findByText(text)).closest('[role=alert]') as HTMLElement;
    await user.click(within(toast).getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(toast.isConnected).toBe(false));
  };
  await undo(/^Back on /);
  await user.click(within(first).getByRole('button', { name: 'Done' }));
  await undo(/^Moved to Done/);
  await user.click(within(first).getByRole('button', { name: 'Mark as read' }));
  await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
  await user.click(screen.getByRole('button', { name: 'Mark all as done' }));
  await undo(/^Moved to Done/);
  const back = { ids: [817], change: 'undo' };
  expect(bodies(network).slice(1)).toEqual([
    { ids: [817], change: 'snooze', until: expect.stringMatching(/^20.*Z$/) },
    back,
    { ids: [817], change: 'done' },
    back,
    { ids: [817], change: 'read' },
    { change: 'read', up_to: '1795512780000000-817' },
    { change: 'done', up_to: '1795512780000000-817' },
    { ids: [817, 816], change: 'undo' },
  ]);
});

test('a change made while others are in progress, or before the page is left, can be undone', async () => {
  const user = userEvent.setup();
  const network = await openScreen(PAGES.inbox, [replies(listInbox, PAGE), hangs(listScanners)]);
  const held: (() => void)[] = [];
  const answerLater = (answer: Answer): Answer => ({
    ...answer,
    respond: async (sent) => {
      await new Promise<void>((resolve) => held.push(resolve));
      return answer.respond(sent);
    },
  });
  network.answer(answerLater(replies(changeNotices, {})));
  network.answer(answerLater(replies(changeAllNotices, { ids: [817, 816] })));
  const main = within(await screen.findByRole('main'));
  const [first, second] = await main.findAllByRole('listitem');
  for (const row of [first, second])
    await user.click(within(row as HTMLElement).getByRole('button', { name: 'Done' }));
  await user.click(within(first as HTMLElement).getByRole('button', { name: 'Snooze' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Tomorrow morning', hidden: true }));
  await user.click(main.getByRole('button', { name: 'Mark all as done' }));
  await user.click(main.getByRole('link', { name: 'Choose what comes here' }));
  await waitFor(() => expect(first?.isConnected).toBe(false));
  await user.keyboard('{Control>}z{/Control}');
  await act(async () => {
    for (const answer of held) answer();
  });
  expect(await screen.findAllByText(/^Moved to Done/)).toHaveLength(3);
  expect(await screen.findAllByText(/^Back on /)).toHaveLength(1);
  // Ctrl+Z before any reply undoes the latest change.
  expect(bodies(network).at(-1)).toEqual({ ids: [817, 816], change: 'undo' });
});

test('each part has its loading, failed and empty state', async () => {
  const user = userEvent.setup();
  const network = await openScreen(PAGES.inbox, [hangs(listInbox)]);
  await screen.findByRole('heading', { name: 'Inbox' });
  expect(document.querySelector('[role="status"][aria-busy="true"]')).toBeTruthy();
  network.answer(refuses(listInbox, 'internal'));
  await user.click(screen.getByRole('tab', { name: 'Done' }));
  const retry = await screen.findByRole('button', { name: 'Try again' });
  network.answer(replies(listInbox, EMPTY));
  await user.click(retry);
  expect(await screen.findByText('Nothing is done yet')).toBeTruthy();
  await user.click(screen.getByRole('tab', { name: 'Snoozed' }));
  expect(await screen.findByText('Nothing is snoozed')).toBeTruthy();
  expect(location.search).toBe('?show=snoozed');
});

test('news of another tab changes list, bell, title and icon, and a pause that ends asks again', async () => {
  const badge = vi.fn(async () => {});
  vi.stubGlobal('navigator', Object.assign(navigator, { setAppBadge: badge }));
  const network = await openScreen(PAGES.inbox, [replies(listInbox, EMPTY)]);
  expect(await screen.findByText('All caught up')).toBeTruthy();
  network.answer(replies(listInbox, PAGE));
  network.answer(replies(countInbox, { unread: 2, wakes_in: 1 }));
  const event = {
    id: 1,
    name: 'inbox_changed',
    at: '2026-11-24T09:33:00.000Z',
    case_id: null,
    actor_id: null,
    action_id: null,
    ids: {},
  };
  const stream = FakeEventSource.live.at(-1);
  act(() => stream?.say('inbox_changed', event, '1'));
  expect(await rows()).toBeTruthy();
  await waitFor(() => expect(document.title).toBe('(2) Inbox – Cusp'));
  expect(screen.getByRole('link', { name: /Inbox.*2 unread/ })).toBeTruthy();
  expect(badge).toHaveBeenLastCalledWith(2);
  network.answer(replies(countInbox, { unread: 4, wakes_in: null }));
  await waitFor(() => expect(document.title).toBe('(4) Inbox – Cusp'));
});
