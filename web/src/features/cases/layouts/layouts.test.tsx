// @vitest-environment happy-dom
import { changeStatus, undoChange } from '@cusp/contract/case-changes.routes';
import type { CaseListItem } from '@cusp/contract/case-list';
import { listCaseDays, listCases } from '@cusp/contract/case-list.routes';
import type { StatusAction } from '@cusp/contract/cases';
import { getCaseByNo, getCaseContent } from '@cusp/contract/cases.routes';
import { listDrafts } from '@cusp/contract/drafts.routes';
import { editOrder, getOrder } from '@cusp/contract/orders.routes';
import { PAGES } from '@cusp/contract/pages';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { readPersonal, writePersonal } from '../../../client/personal-storage.ts';
import { FakeEventSource } from '../../../testing/fake-event-source.ts';
import { CASE, CASES, NO_CASES, ORDER } from '../../../testing/golden.ts';
import { type Answer, hangs, refuses, replies } from '../../../testing/replies.ts';
import { closeScreen, onDesktop, openScreen } from '../../../testing/screen.tsx';

/** What waits to be sent. */
const queue = vi.hoisted(() => ({ waiting: [] as object[], lost: 0, isUnstored: false, sending: null }));
vi.mock('../../offline/queue.ts', async (original) => ({
  ...(await original<object>()),
  useQueue: () => queue,
}));
const plan = (...statuses: [caseId: number, action: StatusAction][]) => {
  queue.waiting = statuses.map(([caseId, action]) => ({
    id: String(caseId),
    caseId,
    change: { kind: 'status', body: { action } },
    refusal: null,
  }));
};

const [post] = CASES.posts;
if (!post) throw new Error('the fixture has no case');
const caseOf = (id: number, last: string, more: Partial<CaseListItem>): CaseListItem => ({
  ...post,
  id,
  no: `2611-ROW${id}`,
  case: { pat_firstname: '', pat_lastname: last },
  ...more,
});
const OPEN = caseOf(1, 'Öhm', {
  usertype: 'OT',
  status: { code: 'READ', prev: 'OPEN', str: 'Open' },
  actions: ['PROC'],
});
const CLOSED = caseOf(2, 'Zu', {
  usertype: 'AU',
  status: { code: 'CLSD', prev: 'READ', str: 'Closed' },
  actions: ['OPEN'],
});

/** One open case for the reader's side, and more closed ones than a column loads at a time. */
const COLUMNS: Record<string, typeof CASES> = {
  Open: { ...CASES, posts: [OPEN], page: { ...NO_CASES.page, total_num: 1 } },
  Closed: { ...CASES, posts: [CLOSED], page: { ...CASES.page, total_num: 1200, has_next: true } },
};

function openBoard(search = '', ...answers: Answer[]) {
  onDesktop();
  return openBoardHere(search, ...answers);
}

function openBoardHere(search = '', ...answers: Answer[]) {
  writePersonal('cases-layout', 'board');
  return openScreen(PAGES.cases + search, [
    {
      route: listCases,
      respond: async ({ query }) =>
        Response.json(COLUMNS[new URLSearchParams(query).get('status') ?? ''] ?? NO_CASES),
    },
    ...answers,
  ]);
}
const column = (name: RegExp) => screen.findByRole('region', { name });
/** Drags a card to a place; returns whether the place takes it. */
function drag(card: HTMLElement, place: HTMLElement): boolean {
  const dataTransfer = { setData() {}, effectAllowed: '', dropEffect: '' };
  fireEvent.dragStart(card, { dataTransfer });
  const isRefused = fireEvent.dragOver(place, { dataTransfer });
  if (!isRefused) fireEvent.drop(place, { dataTransfer });
  return !isRefused;
}
const cardOf = (link: HTMLElement) => link.closest('li') as HTMLElement;
const changed = (route: typeof changeStatus, id: number) =>
  ({ ...route, path: `/v1/cases/${id}/status/` }) as unknown as typeof changeStatus;

/** The first case is in progress now. */
const STARTED = replies(changed(changeStatus, 1), {
  status: { code: 'PROC', prev: 'READ', str: 'In Progress' },
  undo: 7,
});

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
  const network = await openBoard('', STARTED, replies(undoChange, {}));
  const card = cardOf(await screen.findByRole('link', { name: /ROW1/ }));
  expect(drag(card, await column(/^Closed/))).toBe(false);
  expect((await column(/^Closed/)).textContent).toContain(
    `Only ${post.author.institution} can set this status.`,
  );
  expect((await column(/^Completed/)).textContent).toContain('Not possible in the status “Open”.');
  fireEvent.dragEnd(card);
  expect(network.sent.some(({ method }) => method === 'PUT')).toBe(false);

  expect(drag(card, await column(/^In Progress/))).toBe(true);
  // It is there at once, and the numbers follow.
  await within(await column(/^In Progress, 1 case$/)).findByRole('link', { name: /ROW1/ });
  expect(network.sent.find(({ method }) => method === 'PUT')?.body).toEqual({ action: 'PROC', was: 'READ' });
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
  const network = await openBoard('', STARTED);
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
  const network = await openBoard('', STARTED);
  const link = await screen.findByRole('link', { name: /ROW1/ });
  const press = (on: Element, key: string) => fireEvent.keyDown(on, { key });
  const changes = () => network.sent.filter(({ method }) => method === 'PUT');
  // Without a card in focus it means nothing.
  press(document.body, 'm');
  expect(screen.queryByText(/^Move /)).toBeNull();
  link.focus();
  press(link, 'm');
  expect(screen.getByText(/^Move Öhm to In Progress\?/)).toBeTruthy();
  expect((await column(/^Closed/)).textContent).toContain('can set this status');
  // No other column takes it.
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
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeTruthy();
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
  await screen.findByText(`Only ${post.author.institution} can change this status now.`);
});

test('a card whose change waits for a connection is in its new column', async () => {
  plan([1, 'PROC']);
  await openBoard();
  await within(await column(/^In Progress, 1 case$/)).findByRole('link', { name: /ROW1/ });
  expect(screen.getByRole('region', { name: 'Open, 0 cases' })).toBeTruthy();
  plan();
});

test('rows of the list and cards of a day show the status that waits for a connection', async () => {
  const shown = async () => {
    const [row] = await screen.findAllByRole('link', { name: /Öhm|Ort/ });
    return within(row as HTMLElement).getByTitle(/^(Open|In Progress)$/).title;
  };
  const asList = [replies(listCases, { ...CASES, posts: [OPEN] }), replies(listDrafts, { drafts: [] })];
  onDesktop();
  writePersonal('cases-layout', 'list');
  await openScreen(PAGES.cases, [...asList, hangs(getCaseByNo)]);
  expect(await shown()).toBe('Open');
  closeScreen();
  plan([1, 'PROC'], [3, 'PROC']);
  await openScreen(PAGES.cases, [...asList, hangs(getCaseByNo)]);
  expect(await shown()).toBe('In Progress');
  closeScreen();
  await openCalendar();
  expect(await shown()).toBe('In Progress');
  plan();
});

test('a card keeps the focus when a case above it arrives', async () => {
  const network = await openBoard();
  const openCases = (...posts: CaseListItem[]): Answer => ({
    route: listCases,
    respond: async ({ query }) =>
      Response.json(
        new URLSearchParams(query).get('status') === 'Open'
          ? { ...CASES, posts, page: { ...NO_CASES.page, total_num: posts.length } }
          : NO_CASES,
      ),
  });
  (await screen.findByRole('link', { name: /ROW1/ })).focus();
  // Every sixteenth id begins a block, which takes the card from the block that it was in.
  network.answer(openCases({ ...OPEN, id: 32, no: '2611-ROW32' }, OPEN));
  const event = {
    id: 7,
    name: 'post_published',
    at: '',
    case_id: 32,
    actor_id: 33,
    action_id: null,
    ids: {},
  };
  act(() => FakeEventSource.all.at(-1)?.say('post_published', event, '7'));
  await screen.findByRole('link', { name: /ROW32/ });
  expect(document.activeElement).toBe(screen.getByRole('link', { name: /ROW1/ }));
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

const day = (date: string, ...posts: CaseListItem[]) => ({ day: date, total: posts.length, posts });
const DUE = caseOf(3, 'Ort', { usertype: 'AU', deliverydt: '2999-11-20', edit_order: 'change' });
const BEGUN = caseOf(4, 'Bau', { usertype: 'AU', deliverydt: '2999-11-20', edit_order: 'proposal' });

function openCalendar(search = '?day=2999-11-15', ...answers: Answer[]) {
  onDesktop();
  writePersonal('cases-layout', 'calendar');
  return openScreen(PAGES.cases + search, [
    replies(listCaseDays, {
      days: [{ ...day('2999-11-20', DUE, BEGUN), total: 9 }],
      overdue_before: 3,
      undated: 2,
    }),
    ...answers,
  ]);
}
const cell = (name: RegExp) => screen.findByRole('cell', { name });

test('a month begins its weeks as the language does, asks for whole weeks and says how many cases a day has', async () => {
  const network = await openCalendar();
  await screen.findByRole('link', { name: /Ort/ });
  expect(screen.getAllByRole('columnheader')[0]?.textContent).toContain('Sunday');
  const asked = new URLSearchParams(network.sent.find(({ path }) => path === '/v1/cases/days/')?.query);
  expect([asked.get('from'), asked.get('to')]).toEqual(['2999-10-27', '2999-11-30']);
  screen.getByRole('button', { name: '3 overdue before' });
  screen.getByRole('button', { name: '7 more' });
  fireEvent.click(screen.getByRole('button', { name: 'Next month' }));
  await screen.findByRole('heading', { name: 'December 2999' });
  expect(location.search).toBe('?day=2999-12-01');
  const next = screen.getByRole('button', { name: 'Next month' });
  // Within `act` the page is not drawn again between the clicks, as on a slow one.
  await act(async () => {
    next.click();
    await new Promise((resolve) => setTimeout(resolve));
    next.click();
  });
  await screen.findByRole('heading', { name: 'February 3000' });
  fireEvent.click(screen.getByRole('radio', { name: 'Week' }));
  await screen.findByRole('button', { name: 'Next week' });
  expect(readPersonal('cases-calendar')).toBe('week');
});

test('only a date that the person may edit directly can be moved, through an edit of the order', async () => {
  const order = { ...getOrder, path: '/v1/cases/3/order/' } as unknown as typeof getOrder;
  const edit = { ...editOrder, path: '/v1/cases/3/order/' } as unknown as typeof editOrder;
  const fields = { ...ORDER.fields, deliveryDate: '2999-11-20' };
  const network = await openCalendar(
    undefined,
    replies(order, { ...ORDER, mode: 'change', fields, proposal: null }),
    replies(edit, { as: 'change', version: ORDER.version + 1, proposal: null }),
  );
  const card = cardOf(await screen.findByRole('link', { name: /Ort/ }));
  expect(card.getAttribute('draggable')).toBe('true');
  expect(cardOf(screen.getByRole('link', { name: /Bau/ })).getAttribute('draggable')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Delivery date: Bau' }));
  expect((await screen.findByRole('menuitem')).textContent).toContain('Work has begun.');
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });

  expect(drag(card, await cell(/November 21/))).toBe(true);
  await screen.findByText('Ort: delivery on 11/21/2999');
  expect(network.sent.find(({ method }) => method === 'PUT')?.body).toEqual({
    version: ORDER.version,
    proposal: null,
    as: 'change',
    fields: { ...fields, deliveryDate: '2999-11-21' },
  });
});

test('a date that somebody else has changed meanwhile is not overwritten', async () => {
  const order = { ...getOrder, path: '/v1/cases/3/order/' } as unknown as typeof getOrder;
  const network = await openCalendar(
    undefined,
    replies(order, { ...ORDER, mode: 'change', fields: { ...ORDER.fields, deliveryDate: '2999-11-25' } }),
  );
  drag(cardOf(await screen.findByRole('link', { name: /Ort/ })), await cell(/November 21/));
  await screen.findByText('Somebody else changed it meanwhile.');
  expect(network.sent.some(({ method }) => method === 'PUT')).toBe(false);
});

test('a date that an earlier try has changed already, whose reply was lost, is moved', async () => {
  const order = { ...getOrder, path: '/v1/cases/3/order/' } as unknown as typeof getOrder;
  const network = await openCalendar(
    undefined,
    replies(order, { ...ORDER, mode: 'change', fields: { ...ORDER.fields, deliveryDate: '2999-11-21' } }),
  );
  drag(cardOf(await screen.findByRole('link', { name: /Ort/ })), await cell(/November 21/));
  await screen.findByText('Ort: delivery on 11/21/2999');
  expect(network.sent.some(({ method }) => method === 'PUT')).toBe(false);
});

test('cases without a delivery date are counted, and a click lists them', async () => {
  const network = await openCalendar('', replies(listDrafts, { drafts: [] }));
  network.answer(replies(listCases, NO_CASES));
  fireEvent.click(await screen.findByRole('button', { name: 'Not shown: 2 without a due date' }));
  await screen.findByRole('button', { name: 'Remove filter: No due date' });
  expect(location.search).toBe('?due=none');
  expect(readPersonal('cases-layout')).toBe('list');
});

test('a calendar that cannot be loaded says so and tries again', async () => {
  const network = await openCalendar('', refuses(listCaseDays, 'internal'));
  const again = await screen.findByRole('button', { name: 'Try again' });
  network.answer(replies(listCaseDays, { days: [], overdue_before: 0, undated: 0 }));
  fireEvent.click(again);
  await screen.findByText('No deliveries in this period.');
});

test('a phone shows one status at a time, and the calendar as the days that have cases', async () => {
  const network = await openBoardHere();
  const strip = within(await screen.findByRole('group', { name: 'Cases by status' }));
  await screen.findByRole('link', { name: /ROW1/ });
  expect(screen.queryByRole('link', { name: /ROW2/ })).toBeNull();
  fireEvent.click(strip.getByRole('button', { name: /^Closed\s*1200$/ }));
  await screen.findByRole('link', { name: /ROW2/ });
  network.answer(replies(listCaseDays, { days: [day('2999-11-20', DUE)], overdue_before: 0, undated: 0 }));
  fireEvent.click(screen.getByRole('radio', { name: 'Calendar' }));
  await screen.findByRole('heading', { level: 3, name: /today/i });
  await screen.findByText('Nothing is due today.');
});

test('a phone’s calendar begins today, and a click shows the earlier days of the month', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-15T10:00') });
  try {
    writePersonal('cases-layout', 'calendar');
    const before = caseOf(5, 'Past', { deliverydt: '2026-11-10' });
    const after = caseOf(6, 'Next', { deliverydt: '2026-11-20' });
    await openScreen(PAGES.cases, [
      replies(listCaseDays, {
        days: [day('2026-11-10', before), day('2026-11-20', after)],
        overdue_before: 0,
        undated: 0,
      }),
    ]);
    await screen.findByRole('link', { name: /Next/ });
    expect(screen.queryByRole('link', { name: /Past/ })).toBeNull();
    expect(screen.getAllByRole('heading', { level: 3 })[0]?.textContent).toMatch(/today/i);
    fireEvent.click(screen.getByRole('button', { name: 'Show earlier days' }));
    await screen.findByRole('link', { name: /Past/ });
    expect(screen.queryByRole('button', { name: 'Show earlier days' })).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});
