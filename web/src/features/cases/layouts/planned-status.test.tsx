// @vitest-environment happy-dom
import { listCases } from '@cusp/contract/case-list.routes';
import type { StatusAction } from '@cusp/contract/cases';
import { getCaseByNo } from '@cusp/contract/cases.routes';
import { listDrafts } from '@cusp/contract/drafts.routes';
import { PAGES } from '@cusp/contract/pages';
import { screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { writePersonal } from '../../../client/personal-storage.ts';
import { column, OPEN, openBoard, openCalendar } from '../../../testing/case-layouts.ts';
import { CASES } from '../../../testing/golden.ts';
import { hangs, replies } from '../../../testing/replies.ts';
import { closeScreen, onDesktop, openScreen } from '../../../testing/screen.tsx';

/** Changes waiting to be sent. */
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
afterEach(() => plan());

test('a card whose change waits for a connection is in its new column', async () => {
  plan([1, 'PROC']);
  await openBoard();
  await within(await column(/^In Progress, 1 case$/)).findByRole('link', { name: /ROW1/ });
  expect(screen.getByRole('region', { name: 'Open, 0 cases' })).toBeTruthy();
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
});
