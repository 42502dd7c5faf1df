// @vitest-environment happy-dom
import { changeStatus, UNDO_MS, undoChange } from '@cusp/contract/case-changes.routes';
import { listCases } from '@cusp/contract/case-list.routes';
import type { CaseContent } from '@cusp/contract/cases';
import { getCaseByNo, getCaseContent } from '@cusp/contract/cases.routes';
import { listDrafts } from '@cusp/contract/drafts.routes';
import { orderForms } from '@cusp/contract/order-form.routes';
import { PAGES } from '@cusp/contract/pages';
import { refreshSession } from '@cusp/contract/sign-in.routes';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { CASE, CASES } from '../../../testing/golden.ts';
import { type Answer, disconnects, hangs, refuses, replies } from '../../../testing/replies.ts';
import { openScreen } from '../../../testing/screen.tsx';
import { offerUndo } from '../../../ui/undo-offers.ts';
import { setOf } from '../use-undo.ts';

// Keeps offers to undo from expiring on a slow machine.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});

const { files: _files, comments: _comments, ...content } = CASE;
const [post] = CASES.posts;
if (!post) throw new Error('the fixture has no case');
const posts = [1, 2, 3, 4].map((at) => ({ ...post, id: 1000 + at, no: `2611-ROW${at}`, del_enabled: false }));
const OPEN: CaseContent['status'] = { code: 'READ', prev: 'OPEN', str: 'Open' };

/** The second is in progress already, and the third is gone. */
const found = (at: number): Answer => {
  const route = {
    ...getCaseContent,
    path: `/v1/cases/${1000 + at}/content/`,
  } as unknown as typeof getCaseContent;
  if (at === 3) return refuses(route, 'not_found');
  const status: CaseContent['status'] = at === 2 ? { code: 'PROC', prev: 'OPEN', str: 'In Progress' } : OPEN;
  const actions: CaseContent['actions'] = at === 2 ? ['COMP'] : ['PROC', 'COMP'];
  return replies(route, { ...content, id: 1000 + at, no: `2611-ROW${at}`, usertype: 'OT', status, actions });
};
const statusOf = (at: number) =>
  ({ ...changeStatus, path: `/v1/cases/${1000 + at}/status/` }) as unknown as typeof changeStatus;

async function openBulk(...answers: Answer[]) {
  return openBulkOf(['Status', 'Change the status of 4 cases'], ...answers);
}

async function openBulkOf([button, title]: [string, string], ...answers: Answer[]) {
  const network = await openScreen(PAGES.cases, [
    replies(listCases, { ...CASES, posts, del_disabled_all: true }),
    replies(listDrafts, { drafts: [] }),
    hangs(getCaseByNo),
    ...[1, 2, 3, 4].map(found),
    ...answers,
  ]);
  expect(screen.queryByRole('checkbox')).toBeNull();
  fireEvent.click(await screen.findByRole('button', { name: 'Select cases for an action' }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
  await screen.findByText('4 selected');
  fireEvent.click(within(screen.getByRole('toolbar')).getByRole('button', { name: button }));
  const dialog = await screen.findByRole('dialog', { name: title });
  return { network, dialog: within(dialog) };
}
type Dialog = Awaited<ReturnType<typeof openBulk>>['dialog'];

async function choose(dialog: Dialog, action: string) {
  await userEvent.click(await dialog.findByRole('combobox', { name: 'New status' }));
  await userEvent.click(await screen.findByRole('option', { name: action, hidden: true }));
}
const reasons = (dialog: Dialog) =>
  dialog.getAllByRole('listitem').map((row: HTMLElement) => row.textContent);

test('the preview names each case that is left out and why; what somebody changed meanwhile is in the summary', async () => {
  const { network, dialog } = await openBulk(
    replies(statusOf(1), { status: { code: 'PROC', prev: 'READ', str: 'In Progress' }, undo: 7 }),
    refuses(statusOf(4), 'action_not_open', { changed_by: 'Lena Hoff' }),
  );
  const idle = dialog.getByRole<HTMLButtonElement>('button', { name: 'Change status' });
  expect(idle.disabled).toBe(true);
  await choose(dialog, 'In Progress');
  await dialog.findByText('2 cases will change.');
  expect(reasons(dialog)).toEqual([
    expect.stringMatching(/ROW2Already so/),
    expect.stringMatching(/ROW3It was deleted/),
  ]);
  fireEvent.click(dialog.getByRole('button', { name: 'Change 2 cases' }));
  await dialog.findByText('1 case changed.');
  expect(reasons(dialog)).toEqual([
    expect.stringMatching(/ROW4Lena Hoff changed it meanwhile/),
    expect.stringMatching(/ROW2Already so/),
    expect.stringMatching(/ROW3It was deleted/),
  ]);
  const sent = network.sent.filter(({ method }) => method === 'PUT');
  expect(sent.map(({ path, body }) => [path, body])).toEqual([
    ['/v1/cases/1001/status/', { action: 'PROC', was: 'READ' }],
    ['/v1/cases/1004/status/', { action: 'PROC', was: 'READ' }],
  ]);
  // A newer offer for all changed cases is shown instead until it ends.
  const undoButton = () => screen.findByRole('button', { name: 'Undo', hidden: true });
  await undoButton();
  const sets = [setOf('post_status_modified', 1001)];
  const newer = offerUndo({ text: '', until: Date.now() + UNDO_MS, onUndo: async () => false, sets });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo', hidden: true })).toBeNull());
  act(() => newer.end());
  // Only changed cases are undone; after a newer change of one's own the undo stays on offer.
  const undo = await undoButton();
  network.answer(refuses(undoChange, 'undo_own_newer'));
  fireEvent.click(undo);
  await screen.findByText(/^You changed this again/);
  network.answer(replies(undoChange, {}));
  fireEvent.click(undo);
  await screen.findByText('Undone');
  const undone = network.sent.filter(({ path }) => path.endsWith('/undo/')).map(({ path }) => path);
  expect([...new Set(undone)]).toEqual(['/v1/changes/7/undo/']);
  // Refused cases stay selected, to be tried again.
  fireEvent.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  await screen.findByText('1 selected');
});

test('an undo that somebody else’s change prevents names the case', async () => {
  const { network, dialog } = await openBulk(
    replies(statusOf(1), { status: { code: 'PROC', prev: 'READ', str: 'In Progress' }, undo: 7 }),
    replies(statusOf(4), { status: { code: 'PROC', prev: 'READ', str: 'In Progress' }, undo: 8 }),
  );
  await choose(dialog, 'In Progress');
  fireEvent.click(await dialog.findByRole('button', { name: 'Change 2 cases' }));
  await dialog.findByText('2 cases changed.');
  const second = { ...undoChange, path: '/v1/changes/8/undo/' } as unknown as typeof undoChange;
  network.answer(replies(undoChange, {}));
  network.answer(refuses(second, 'undo_changed'));
  fireEvent.click(await screen.findByRole('button', { name: 'Undo', hidden: true }));
  await screen.findByText(/^1 case could not be restored.*2611-ROW4$/);
});

test('once the connection is lost the rest is not tried, and the case without a reply may have changed', async () => {
  const { network, dialog } = await openBulk(disconnects(statusOf(1)));
  await choose(dialog, 'In Progress');
  fireEvent.click(await dialog.findByRole('button', { name: 'Change 2 cases' }));
  await dialog.findByText('0 cases changed.');
  const unclear = within(dialog.getByRole('region', { name: 'May have changed:' }));
  expect(reasons(unclear)).toEqual([expect.stringMatching(/ROW1The connection was lost before the reply/)]);
  const unchanged = within(dialog.getByRole('region', { name: '3 cases not changed:' }));
  expect(reasons(unchanged)[0]).toMatch(/ROW4No connection/);
  expect(network.sent.some(({ path }) => path === '/v1/cases/1004/status/')).toBe(false);
});

test('once the session has ended the rest is not tried, and the summary says so', async () => {
  const ended = refuses(refreshSession, 'not_signed_in');
  const { network, dialog } = await openBulk(refuses(statusOf(1), 'not_signed_in'), ended);
  await choose(dialog, 'In Progress');
  fireEvent.click(await dialog.findByRole('button', { name: 'Change 2 cases' }));
  await dialog.findByText('0 cases changed.');
  expect(dialog.getAllByRole('listitem', { hidden: true })).toHaveLength(4);
  expect(network.sent.some(({ path }) => path === '/v1/cases/1004/status/')).toBe(false);
});

test('the order forms of the cases that are there open in the app', async () => {
  const { dialog } = await openBulkOf(['Order forms', 'Order forms of 4 cases'], hangs(orderForms));
  fireEvent.click(await dialog.findByRole('button', { name: 'Open the PDF' }));
  const preview = within(await screen.findByRole('dialog', { name: 'Order forms of 3 cases' }));
  const link = preview.getByRole('link', { name: 'Download' }) as HTMLAnchorElement;
  expect(new URL(link.href).searchParams.get('nos')).toBe('2611-ROW1,2611-ROW2,2611-ROW4');
});
