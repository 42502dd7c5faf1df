// @vitest-environment happy-dom
import { listCases } from '@cusp/contract/case-list.routes';
import type { StatusAction } from '@cusp/contract/cases';
import { getCaseByNo } from '@cusp/contract/cases.routes';
import { listDrafts } from '@cusp/contract/drafts.routes';
import { PAGES } from '@cusp/contract/pages';
import { act, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { writePersonal } from '../../../client/personal-storage.ts';
import { column, OPEN, openBoard, openCalendar } from '../../../testing/case-layouts.ts';
import { CASES } from '../../../testing/golden.ts';
import { hangs, replies } from '../../../testing/replies.ts';
import { closeScreen, onDesktop, openScreen } from '../../../testing/screen.tsx';
import { discard, replace } from '../../offline/queue.ts';

const planned: string[] = [];
/** A change of the status that waits for a connection, as if it had been made in this page. */
function plan(caseId: number, action: StatusAction): void {
  const id = crypto.randomUUID();
  planned.push(id);
  const change = { kind: 'status', body: { action } } as const;
  act(() => replace({ id, caseId, name: '', at: new Date().toISOString(), change, refusal: null }));
}
afterEach(() => act(() => Promise.all(planned.splice(0).map(discard))));

test('a card whose change waits for a connection is in its new column', async () => {
  await openBoard();
  await within(await column(/^Open, 1 case$/)).findByRole('link', { name: /ROW1/ });
  plan(1, 'PROC');
  await within(await column(/^In Progress, 1 case$/)).findByRole('link', { name: /ROW1/ });
  expect(screen.getByRole('region', { name: 'Open, 0 cases' })).toBeTruthy();
});

test('rows of the list and cards of a day show the status that waits for a connection', async () => {
  const shown = async () => {
    const [row] = await screen.findAllByRole('link', { name: /Öhm|Ort/ });
    return within(row as HTMLElement).getByTitle(/^(Open|In Progress|Completed)$/).title;
  };
  const asList = [replies(listCases, { ...CASES, posts: [OPEN] }), replies(listDrafts, { drafts: [] })];
  onDesktop();
  writePersonal('cases-layout', 'list');
  await openScreen(PAGES.cases, [...asList, hangs(getCaseByNo)]);
  expect(await shown()).toBe('Open');
  plan(1, 'PROC');
  expect(await shown()).toBe('In Progress');
  closeScreen();
  await openCalendar();
  expect(await shown()).toBe('In Progress');
  plan(3, 'COMP');
  expect(await shown()).toBe('Completed');
});
