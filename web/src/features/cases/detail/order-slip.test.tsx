// @vitest-environment happy-dom
import { changeAssignee, getAssignee } from '@cusp/contract/case-changes.routes';
import { listCases } from '@cusp/contract/case-list.routes';
import type { CaseDetail } from '@cusp/contract/cases';
import { getCaseByNo } from '@cusp/contract/cases.routes';
import { listDrafts } from '@cusp/contract/drafts.routes';
import { listFiles } from '@cusp/contract/files.routes';
import { caseHistory } from '@cusp/contract/history.routes';
import { heartbeat, leaveCase } from '@cusp/contract/presence.routes';
import { listUploads } from '@cusp/contract/uploads.routes';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { localTimeZone } from '../../../client/local-time.ts';
import { CASE, CASES } from '../../../testing/golden.ts';
import { type Answer, hangs, replies } from '../../../testing/replies.ts';
import { closeScreen, openScreen } from '../../../testing/screen.tsx';

const open = (dentalCase: CaseDetail, ...answers: Answer[]) =>
  openScreen(`/cases/${dentalCase.no}`, [
    replies(listCases, CASES),
    replies(listDrafts, { drafts: [] }),
    replies(getCaseByNo, dentalCase),
    replies(listFiles, { files: dentalCase.files }),
    replies(listUploads, { uploads: [] }),
    hangs(caseHistory),
    hangs(heartbeat),
    hangs(leaveCase),
    ...answers,
  ]);
const details = () => screen.findByRole('button', { name: 'Details' });

test('the order comes before everything else, and rarely needed facts are folded', async () => {
  await open({ ...CASE, proposal: null });
  const fold = await details();
  await screen.findByRole('region', { name: 'Comments and history' });
  const names = screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent);
  expect(names.slice(0, 3)).toEqual(['Teeth and restorations', 'Note', 'Details']);
  expect(fold.getAttribute('aria-expanded')).toBe('false');
  const facts = document.getElementById(fold.getAttribute('aria-controls') ?? '') as HTMLElement;
  // The fields that the specification names are always shown.
  for (const label of [
    'Order ID',
    'Order sent',
    'Last updated',
    'Case created',
    'Expiry',
    'Author',
    'Patient',
  ])
    expect(within(facts).getByText(label)).toBeTruthy();
});

test('the appointment says what comes next, or what is late because of whom', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-07T10:00') });
  const calendar = {
    zone: localTimeZone(),
    workDays: [1, 2, 3, 4, 5],
    closedDays: [],
    productionDays: 3,
    shippingDays: 1,
  };
  const shown = async (
    status: 'OPEN' | 'PROC' | 'COMP',
    ready: string | null,
    more: Partial<CaseDetail> = {},
  ) => {
    await open({
      ...CASE,
      proposal: null,
      published_date: '2026-12-01T10:00:00.000Z',
      deliverydt: '2026-12-09',
      appointment: '2026-12-10',
      status: { code: status, prev: null, str: '' },
      anchor: { ready, shipped: null, calendar },
      ...more,
    });
    await details();
    const line = screen.queryByRole('region', { name: 'Patient’s appointment' });
    const texts = [...(line?.querySelectorAll('p') ?? [])].map(({ textContent }) => textContent);
    const isLate = line?.hasAttribute('data-late');
    closeScreen();
    return [isLate, ...texts.slice(1)];
  };
  const first = '2026-12-01T10:00:00.000Z';
  expect(await shown('PROC', first)).toEqual([false, 'Must be shipped by Tuesday, December 8']);
  expect(await shown('OPEN', first)).toEqual([true, 'The lab is 2 working days behind: work has not begun']);
  expect(await shown('PROC', null)).toEqual([
    true,
    'Waiting for the clinic: scans missing since Tuesday, December 1',
  ]);
  expect(await shown('PROC', '2026-12-04T10:00:00.000Z')).toEqual([
    true,
    'The clinic sent the scans 1 working day late',
  ]);
  expect(await shown('PROC', first, { deliverydt: '2026-12-10' })).toEqual([
    true,
    'The delivery date is not before the appointment',
  ]);
  // Late evening of Thursday in Los Angeles is Friday for the lab in Seoul, wherever the reader is.
  const anchor = {
    ready: '2026-12-04T04:00:00.000Z',
    shipped: null,
    calendar: { ...calendar, zone: 'Asia/Seoul' },
  };
  expect(await shown('PROC', null, { anchor, published_date: anchor.ready })).toEqual([
    true,
    'The clinic sent the case 1 working day late',
    'Days count in the lab’s time zone (Seoul).',
  ]);
  const west = { ...anchor, calendar: { ...calendar, zone: 'America/Los_Angeles' } };
  expect(await shown('PROC', null, { anchor: west, published_date: west.ready })).toEqual([
    false,
    'Must be shipped by Tuesday, December 8',
    'Days count in the lab’s time zone (Los Angeles).',
  ]);
  const shipped = (on: string) => ({ anchor: { ready: first, shipped: `${on}T10:00:00.000Z`, calendar } });
  vi.setSystemTime(new Date('2026-12-09T10:00'));
  expect(await shown('PROC', first)).toEqual([true, 'The lab is 1 working day behind']);
  expect(await shown('PROC', null, shipped('2026-12-08'))).toEqual([
    false,
    'Shipped on Tuesday, December 8, usually there by Wednesday, December 9',
  ]);
  expect(await shown('PROC', null, shipped('2026-12-09'))).toEqual([
    true,
    'The lab shipped the work 1 working day late',
    'Shipped on Wednesday, December 9, usually there by Thursday, December 10',
  ]);
  expect(await shown('COMP', null)).toEqual([false, 'The work is completed']);
  expect(await shown('OPEN', first, { appointment: null })).toEqual([undefined]);
});

test('details that were opened are open in the next case', async () => {
  await open({ ...CASE, proposal: null });
  await userEvent.click(await details());
  cleanup();
  await open({ ...CASE, proposal: null });
  expect((await details()).getAttribute('aria-expanded')).toBe('true');
});

test('many files are shown in part until somebody wants all, who is then at the first that was left out', async () => {
  const [file] = CASE.files;
  if (!file) throw new Error('the fixture has a file');
  const files = Array.from({ length: 12 }, (_, at) => ({
    ...file,
    id: at + 1,
    filename: `f${at + 1}.pdf`,
    earlier: [],
  }));
  await open({ ...CASE, proposal: null, files });
  const list = within(await screen.findByRole('region', { name: 'Attachments' }));
  expect(list.getAllByRole('listitem')).toHaveLength(8);
  await userEvent.click(list.getByRole('button', { name: 'Show all 12 files' }));
  expect(list.getAllByRole('listitem')).toHaveLength(12);
  expect(list.getAllByRole('listitem')[8]?.contains(document.activeElement)).toBe(true);
});

test.each([
  ['PROC', 'Only the receiving side assigns it, and only within a group.'],
  ['CLSD', 'The case is closed.'],
] as const)('the key of the assignee says why nobody can be chosen (%s)', async (code, why) => {
  const user = userEvent.setup();
  await open({ ...CASE, can_assign: false, status: { code, prev: null, str: '' } });
  await details();
  await user.keyboard('a');
  expect(await screen.findByText(why)).toBeTruthy();
});

test('choosing an assignee by key returns the focus to its button', async () => {
  const user = userEvent.setup();
  await open(
    { ...CASE, can_assign: true },
    replies(getAssignee, { assignee: { id: null }, sg_users: [{ name: 'Ron Mate', user_id: 33 }] }),
    replies(changeAssignee, { assignee: { id: 33 }, sg_users: [], undo: null }),
  );
  await details();
  await user.keyboard('a');
  const choice = await screen.findByRole('combobox', { name: 'Assignee' });
  const lost: boolean[] = [];
  // Browsers remove the focus from a disabled field.
  const seen = new MutationObserver(() => lost.push(choice.matches(':disabled')));
  seen.observe(choice, { attributes: true });
  await user.clear(choice);
  await user.keyboard('Ron{ArrowDown}{Enter}');
  await waitFor(() => expect(choice.isConnected).toBe(false));
  expect(lost).not.toContain(true);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change assignee' }));
});

test('the number system opens at the first click and by arrow keys, and keeps the focus', async () => {
  await open({ ...CASE, number_sys: 'FDI' });
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Number system' });
  expect(field.getAttribute('aria-haspopup')).toBe('listbox');
  const option = (name: RegExp) => screen.findByRole('option', { name, hidden: true });
  await userEvent.click(field);
  await userEvent.click(await option(/Universal/));
  expect(field.value).toMatch(/Universal/);
  expect(document.activeElement).toBe(field);
  await userEvent.keyboard('{ArrowDown}');
  await option(/FDI/);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('option', { hidden: true })).toBeNull());
  expect(document.activeElement).toBe(field);
});

test('the number system opens by an arrow key before it was ever clicked', async () => {
  await open({ ...CASE, number_sys: 'FDI' });
  const field = await screen.findByRole('combobox', { name: 'Number system' });
  field.focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(await screen.findByRole('option', { name: /Universal/, hidden: true })).toBeTruthy();
  expect(document.activeElement).toBe(field);
});
