// @vitest-environment happy-dom
import { changeStatus, undoChange } from '@cusp/contract/case-changes.routes';
import { listCaseDays, listCases } from '@cusp/contract/case-list.routes';
import { getCaseContent } from '@cusp/contract/cases.routes';
import { PAGES } from '@cusp/contract/pages';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../app/query-client.ts';
import { readPersonal } from '../../../client/personal-storage.ts';
import {
  AUTHOR,
  CLOSED,
  cardOf,
  caseOf,
  column,
  DUE,
  day,
  drag,
  OPEN,
  openBoard,
  openBoardHere,
} from '../../../testing/case-layouts.ts';
import { eventually } from '../../../testing/eventually.ts';
import { FakeEventSource } from '../../../testing/fake-event-source.ts';
import { CASE, CASES, NO_CASES } from '../../../testing/golden.ts';
import { type Answer, hangs, refuses, replies } from '../../../testing/replies.ts';
import { closeScreen } from '../../../testing/screen.tsx';

// Keeps offers to undo from expiring on a slow machine.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});

const changed = (route: typeof changeStatus, id: number) =>
  ({ ...route, path: `/v1/cases/${id}/status/` }) as unknown as typeof changeStatus;

/** The first case is in progress now. */
const STARTED = replies(changed(changeStatus, 1), {
  status: { code: 'PROC', prev: 'READ', str: 'In Progress' },
  undo: 7,
});

/** The same once `reply` is called: the list, which has the old status, takes the card back after that. */
function startsLater() {
  const { promise, resolve: reply } = Promise.withResolvers<void>();
  const respond: Answer['respond'] = (sent) => promise.then(() => STARTED.respond(sent));
  return { answer: { ...STARTED, respond }, reply };
}

test('the board has a column for each status with its true number of cases, and opens none by itself', async () => {
  await openBoard();
  expect(await screen.findByRole('region', { name: 'Closed, 1200 cases' })).toBeTruthy();
  await screen.findByRole('link', { name: /ROW1/ });
  expect(screen.getAllByRole('region', { name: /, \d+ case/ })).toHaveLength(5);
  expect(location.pathname).toBe(PAGES.cases);
  expect(screen.queryByRole('region', { name: 'Case' })).toBeNull();
});

test('the status filter leaves the columns of its statuses', async () => {
  const network = await openBoard('?status=Open');
  await screen.findByRole('link', { name: /ROW1/ });
  expect(screen.getAllByRole('region', { name: /, \d+ case/ })).toHaveLength(1);
  expect(network.count(listCases)).toBe(1);
});

test('a card goes only where its status may go, and a column that refuses it says why', async () => {
  const { answer, reply } = startsLater();
  const network = await openBoard('', answer, replies(undoChange, {}));
  const card = cardOf(await screen.findByRole('link', { name: /ROW1/ }));
  expect(drag(card, await column(/^Closed/))).toBe(false);
  expect((await column(/^Closed/)).textContent).toContain(`Only ${AUTHOR.institution} can set this status.`);
  expect((await column(/^Completed/)).textContent).toContain('Not possible in the status “Open”.');
  fireEvent.dragEnd(card);
  expect(network.sent.some(({ method }) => method === 'PUT')).toBe(false);

  expect(drag(card, await column(/^In Progress/))).toBe(true);
  // It appears immediately, and the numbers follow.
  await within(await column(/^In Progress, 1 case$/)).findByRole('link', { name: /ROW1/ });
  expect(network.sent.find(({ method }) => method === 'PUT')?.body).toEqual({ action: 'PROC', was: 'READ' });
  reply();
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await expect.poll(() => network.count(undoChange)).toBe(1);
});

test('a change that somebody else made first is explained, and the card goes back', async () => {
  await openBoard(
    '',
    refuses(changed(changeStatus, 1), 'action_not_open', { changed_by: 'Marco Rossi' }),
    replies({ ...getCaseContent, path: '/v1/cases/1/content/' } as unknown as typeof getCaseContent, {
      ...CASE,
      status: { code: 'COMP', prev: 'PROC', str: 'Completed' },
    }),
  );
  const card = cardOf(await screen.findByRole('link', { name: /ROW1/ }));
  drag(card, await column(/^In Progress/));
  await screen.findByText('Marco Rossi has changed the status to Completed.');
  await within(await column(/^Open, 1 case$/)).findByRole('link', { name: /ROW1/ });
});

test('the keyboard moves between cards, and the menu of a card has what a drag can do, with reasons', async () => {
  const network = await openBoard('', startsLater().answer);
  const link = await screen.findByRole('link', { name: /ROW1/ });
  await screen.findByRole('link', { name: /ROW2/ });
  link.focus();
  fireEvent.keyDown(link, { key: 'ArrowRight' });
  expect(document.activeElement).toBe(screen.getByRole('link', { name: /ROW2/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Change status: Öhm' }));
  const refused = await screen.findByRole('menuitem', { name: /^Closed/ });
  expect(refused.getAttribute('aria-disabled')).toBe('true');
  expect(refused.textContent).toContain('can set this status');
  fireEvent.click(refused);
  fireEvent.click(screen.getByRole('menuitem', { name: /^In Progress/, hidden: true }));
  const moved = await within(await column(/^In Progress, 1 case$/)).findByRole('link', { name: /ROW1/ });
  await expect.poll(() => document.activeElement).toBe(moved);
  expect(network.sent.filter(({ method }) => method === 'PUT')).toHaveLength(1);
});

test('a key lifts the card in focus, arrows choose a column that takes it, and Enter puts it there', async () => {
  const { answer, reply } = startsLater();
  const network = await openBoard('', answer);
  const link = await screen.findByRole('link', { name: /ROW1/ });
  const press = (on: Element, key: string) => fireEvent.keyDown(on, { key });
  const changes = () => network.sent.filter(({ method }) => method === 'PUT');
  // Without a focused card the key has no effect.
  press(document.body, 'm');
  expect(screen.queryByText(/^Move /)).toBeNull();
  link.focus();
  press(link, 'm');
  expect(screen.getByText(/^Move Öhm to In Progress\?/)).toBeTruthy();
  expect((await column(/^Closed/)).textContent).toContain('can set this status');
  // No other column accepts it.
  press(link, 'ArrowRight');
  expect(screen.getByText(/^Move Öhm to In Progress\?/)).toBeTruthy();
  press(link, 'Escape');
  expect(screen.queryByText(/^Move /)).toBeNull();
  press(link, 'm');
  act(() => link.blur());
  expect(screen.queryByText(/^Move /)).toBeNull();
  expect(changes()).toEqual([]);

  link.focus();
  press(link, 'm');
  press(link, 'Enter');
  const moved = await within(await column(/^In Progress, 1 case$/)).findByRole('link', { name: /ROW1/ });
  await expect.poll(() => document.activeElement).toBe(moved);
  expect(changes().map(({ body }) => body)).toEqual([{ action: 'PROC', was: 'READ' }]);
  expect(location.pathname).toBe(PAGES.cases);
  reply();
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeTruthy();
});

test('a card moved by keys keeps the focus when the server replies before the card appears', async () => {
  const network = await openBoard('', STARTED);
  const link = await screen.findByRole('link', { name: /ROW1/ });
  const inProgress = {
    ...CASES,
    posts: [{ ...OPEN, status: { code: 'PROC', prev: 'READ', str: 'In Progress' } }],
    page: { ...NO_CASES.page, total_num: 1 },
  };
  link.focus();
  fireEvent.keyDown(link, { key: 'm' });
  // Renders nothing until the end.
  await act(async () => {
    network.answer({
      route: listCases,
      respond: async ({ query }) =>
        Response.json(new URLSearchParams(query).get('status') === 'InProgress' ? inProgress : NO_CASES),
    });
    const before = network.count(listCases);
    fireEvent.keyDown(link, { key: 'Enter' });
    await eventually(() => {
      expect(network.count(listCases)).toBeGreaterThanOrEqual(before + 5);
      expect(queryClient.isFetching()).toBe(0);
    });
    // The move ends in the tasks after its last reply.
    await new Promise((resolve) => setTimeout(resolve));
  });
  const moved = await within(await column(/^In Progress, 1 case$/)).findByRole('link', { name: /ROW1/ });
  await expect.poll(() => document.activeElement).toBe(moved);
});

test('the key that lifts a card says why no column takes it, or opens its menu if a filter hides them', async () => {
  const network = await openBoard('?status=Closed', hangs(changed(changeStatus, 2)));
  const link = await screen.findByRole('link', { name: /ROW2/ });
  link.focus();
  fireEvent.keyDown(link, { key: 'm' });
  fireEvent.click(await screen.findByRole('menuitem', { name: /^Open/, hidden: true }));
  await expect
    .poll(() => network.sent.find(({ method }) => method === 'PUT')?.body)
    .toMatchObject({ action: 'OPEN' });
  closeScreen();

  const posts = [{ ...CLOSED, usertype: 'OT' as const, actions: [] }];
  await openBoard('?status=Closed', replies(listCases, { ...CASES, posts }));
  const theirs = await screen.findByRole('link', { name: /ROW2/ });
  theirs.focus();
  fireEvent.keyDown(theirs, { key: 'm' });
  await screen.findByText(`Only ${AUTHOR.institution} can change this status now.`);
});

/**
 * The board with three open cases, the last of which is the default one, and a function that lets a colleague's case
 * arrive on top.
 */
async function openThree() {
  const network = await openBoard();
  const openCases = (...ids: number[]): Answer => ({
    route: listCases,
    respond: async ({ query }) => {
      if (new URLSearchParams(query).get('status') !== 'Open') return Response.json(NO_CASES);
      const posts = [...ids.map((id) => caseOf(id, 'Neu', { status: OPEN.status })), OPEN];
      return Response.json({ ...CASES, posts, page: { ...NO_CASES.page, total_num: posts.length } });
    },
  });
  const tell = (id: number) => {
    const event = { id, name: 'post_published', at: '', case_id: id, actor_id: 33, action_id: null, ids: {} };
    act(() => FakeEventSource.all.at(-1)?.say('post_published', event, String(id)));
    return screen.findByRole('link', { name: new RegExp(`ROW${id}\\b`) });
  };
  await screen.findByRole('link', { name: /ROW1\b/ });
  network.answer(openCases(113, 97));
  await tell(97);
  const before = cardOf(screen.getByRole('link', { name: /ROW1\b/ }));
  return async () => {
    network.answer(openCases(129, 113, 97));
    await tell(129);
    // Its card is in another block now.
    expect(before.isConnected).toBe(false);
  };
}

test.each([
  ['link', /ROW1\b/],
  ['button', 'Change status: Öhm'],
  ['checkbox', /ROW1$/],
] as const)('the %s of a card keeps the focus when a case above it arrives', async (role, name) => {
  const arrive = await openThree();
  if (role === 'checkbox')
    fireEvent.click(await screen.findByRole('button', { name: 'Select cases for an action' }));
  act(() => screen.getByRole(role, { name }).focus());
  await arrive();
  expect(document.activeElement).toBe(screen.getByRole(role, { name }));
});

test('a card stays lifted, and its menu open, when a case above it arrives; scrolled away, the menu closes', async () => {
  let arrive = await openThree();
  const link = () => screen.getByRole('link', { name: /ROW1\b/ });
  act(() => link().focus());
  fireEvent.keyDown(link(), { key: 'm' });
  await arrive();
  expect(screen.getByText(/^Move Öhm to In Progress\?/)).toBeTruthy();
  expect(document.activeElement).toBe(link());
  closeScreen();

  arrive = await openThree();
  const button = () => screen.getByRole('button', { name: 'Change status: Öhm', hidden: true });
  const anchor = button();
  // As in browsers, an element that has left the page has an empty rectangle.
  vi.spyOn(anchor, 'getBoundingClientRect').mockImplementation(() =>
    anchor.isConnected ? new DOMRect(40, 50, 20, 20) : new DOMRect(),
  );
  fireEvent.click(anchor);
  await screen.findByRole('menuitem', { name: /^In Progress/, hidden: true });
  const place = () => document.querySelector<HTMLElement>('span[style*="fixed"]')?.style.left;
  expect(place()).toBe('40px');
  await arrive();
  // The browser scrolls the column so that the card stays where it is.
  const at = vi.spyOn(button(), 'getBoundingClientRect').mockReturnValue(new DOMRect(40, 50, 20, 20));
  fireEvent.scroll(document.body);
  expect(place()).toBe('40px');
  const started = () => screen.queryByRole('menuitem', { name: /^In Progress/, hidden: true });
  fireEvent.keyDown(started() as HTMLElement, { key: 'Escape' });
  await expect.poll(() => document.activeElement).toBe(button());
  fireEvent.click(button());
  await expect.poll(started).toBeTruthy();
  at.mockReturnValue(new DOMRect(40, 30, 20, 20));
  fireEvent.scroll(document.body);
  await expect.poll(started).toBeNull();
});

test('cards of any column can be selected for an action, and the layout is remembered', async () => {
  const network = await openBoard();
  network.answer(hangs(listCaseDays));
  await screen.findByRole('link', { name: /ROW2/ });
  fireEvent.click(await screen.findByRole('button', { name: 'Select cases for an action' }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
  await screen.findByText('2 selected');
  expect(screen.queryByRole('button', { name: /^Change status/ })).toBeNull();
  fireEvent.click(screen.getByRole('radio', { name: 'Calendar' }));
  expect(readPersonal('cases-layout')).toBe('calendar');
});

test('a phone shows one status at a time, and the calendar as the days that have cases', async () => {
  const network = await openBoardHere();
  const strip = within(await screen.findByRole('group', { name: 'Cases by status' }));
  await screen.findByRole('link', { name: /ROW1/ });
  expect(screen.queryByRole('link', { name: /ROW2/ })).toBeNull();
  fireEvent.click(strip.getByRole('button', { name: /^Closed\s*1,200$/ }));
  await screen.findByRole('link', { name: /ROW2/ });
  network.answer(replies(listCaseDays, { days: [day('2999-11-20', DUE)], overdue_before: 0, undated: 0 }));
  fireEvent.click(screen.getByRole('radio', { name: 'Calendar' }));
  await screen.findByRole('heading', { level: 3, name: /today/i });
  await screen.findByText('Nothing is due today.');
});
