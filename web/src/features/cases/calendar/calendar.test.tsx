// @vitest-environment happy-dom
import { listCaseDays, listCases } from '@cusp/contract/case-list.routes';
import { listDrafts } from '@cusp/contract/drafts.routes';
import { editOrder, getOrder } from '@cusp/contract/orders.routes';
import { PAGES } from '@cusp/contract/pages';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { readPersonal, writePersonal } from '../../../client/personal-storage.ts';
import { cardOf, caseOf, day, drag, openCalendar } from '../../../testing/case-layouts.ts';
import { NO_CASES, ORDER } from '../../../testing/golden.ts';
import { refuses, replies } from '../../../testing/replies.ts';
import { openScreen } from '../../../testing/screen.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2999-11-10T10:00') });
});

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
  // Within `act` the page is not rendered between the clicks, as on a slow machine.
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

test('a day more than five years ahead takes no case, and a date as late as that is not offered back', async () => {
  const order = { ...getOrder, path: '/v1/cases/3/order/' } as unknown as typeof getOrder;
  const edit = { ...editOrder, path: '/v1/cases/3/order/' } as unknown as typeof editOrder;
  const dueOn = (id: number, last: string, deliverydt: string) =>
    caseOf(id, last, { usertype: 'AU', deliverydt, edit_order: 'change' });
  await openCalendar(
    '?day=3004-11-15',
    replies(listCaseDays, {
      days: [
        day('3004-11-09', dueOn(5, 'Ulm', '3004-11-09')),
        day('3004-11-20', dueOn(3, 'Ort', '3004-11-20')),
      ],
      overdue_before: 0,
      undated: 0,
    }),
    replies(order, {
      ...ORDER,
      mode: 'change',
      fields: { ...ORDER.fields, deliveryDate: '3004-11-20' },
      proposal: null,
    }),
    replies(edit, { as: 'change', version: ORDER.version + 1, proposal: null }),
  );
  const card = cardOf(await screen.findByRole('link', { name: /Ort/ }));
  expect(drag(card, await cell(/November 11/))).toBe(false);
  await screen.findByText('More than 5 years ahead');

  fireEvent.click(screen.getByRole('button', { name: 'Delivery date: Ulm' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Change delivery date' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change delivery date' }));
  expect(dialog.getByText<HTMLButtonElement>('15', { selector: 'button' }).disabled).toBe(true);
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });

  expect(drag(card, await cell(/November 10/))).toBe(true);
  await screen.findByText('Ort: delivery on 11/10/3004');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
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

test('a phone’s calendar begins today; clicks show the earlier days of the month, and the next month', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-15T10:00') });
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
  fireEvent.click(screen.getByRole('button', { name: 'December 2026' }));
  expect(await screen.findByRole('heading', { level: 2, name: 'December 2026' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'January 2027' })).toBeTruthy();
});
