// @vitest-environment happy-dom
import { changeStatus, undoChange } from '@cusp/contract/case-changes.routes';
import { listCases } from '@cusp/contract/case-list.routes';
import type { CaseDetail, StatusCode } from '@cusp/contract/cases';
import { getCaseByNo, getCaseContent } from '@cusp/contract/cases.routes';
import { listScanners } from '@cusp/contract/devices.routes';
import { getDraft, lastUsed, listDrafts, listRecipients } from '@cusp/contract/drafts.routes';
import { ACTION_ID_HEADER } from '@cusp/contract/endpoint';
import { listFiles } from '@cusp/contract/files.routes';
import { caseHistory } from '@cusp/contract/history.routes';
import { duplicateCase } from '@cusp/contract/orders.routes';
import { heartbeat, leaveCase } from '@cusp/contract/presence.routes';
import { listUploads } from '@cusp/contract/uploads.routes';
import { openActions } from '@cusp/dental/case-status';
import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { FakeEventSource } from '../../../testing/fake-event-source.ts';
import { CASE, CASES, DRAFT, RECIPIENTS } from '../../../testing/golden.ts';
import { hangs, refuses, replies } from '../../../testing/replies.ts';
import { DENTIST, openScreen } from '../../../testing/screen.tsx';
import { useSettled } from './NextAction.tsx';

// Keeps offers to undo from expiring on a slow machine.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});

const READ_ONLY = { id: 31, staff: 'Stella Staff', mode: 'read', sees_patients: true } as const;

const caseIn = (code: StatusCode, change: Partial<CaseDetail> = {}): CaseDetail => ({
  ...CASE,
  usertype: 'OT',
  proposal: null,
  edit_order: null,
  status: { ...CASE.status, code, prev: null },
  actions: [...openActions('OT', code, null)],
  ...change,
});

const open = (dentalCase: CaseDetail, options: Parameters<typeof openScreen>[2] = {}) =>
  openScreen(
    `/cases/${dentalCase.no}`,
    [
      replies(listCases, CASES),
      replies(listDrafts, { drafts: [] }),
      replies(getCaseByNo, dentalCase),
      replies(listFiles, { files: dentalCase.files }),
      replies(listUploads, { uploads: [] }),
      hangs(caseHistory),
      hangs(heartbeat),
      hangs(leaveCase),
    ],
    options,
  );

const DRAFT_ANSWERS = [
  replies(getDraft, DRAFT),
  replies(listScanners, { scanners: [], last_device_id: null }),
  replies(listRecipients, RECIPIENTS),
  replies(lastUsed, { used: [] }),
];

const CHANGED = { status: { code: 'PROC', prev: 'READ', str: 'In Progress' }, undo: 33 } as const;

const header = async () =>
  within((await screen.findByRole('heading', { level: 2 })).closest('header') as HTMLElement);
const button = async (name: string) => (await header()).findByRole('button', { name });

test('a double click starts the work and does not complete it as well', async () => {
  const network = await open(caseIn('READ'));
  network.answer(replies(changeStatus, CHANGED));
  network.answer(replies(getCaseByNo, caseIn('PROC')));
  await userEvent.dblClick(await button('Start work'));
  await button('Status: In Progress');
  await button('Complete');
  const changes = network.sent.filter(({ path }) => path.endsWith('/status/'));
  expect(changes.map(({ body }) => body)).toEqual([{ action: 'PROC', was: 'READ' }]);
});

test('Ctrl+Z takes a change back even before the server has answered it', async () => {
  const network = await open(caseIn('READ'));
  const answered = Promise.withResolvers<void>();
  const answer = replies(changeStatus, CHANGED);
  network.answer({
    ...answer,
    respond: async (sent) => {
      await answered.promise;
      return answer.respond(sent);
    },
  });
  network.answer(replies(undoChange, {}));
  await userEvent.click(await button('Start work'));
  await userEvent.keyboard('{Control>}z{/Control}');
  answered.resolve();
  expect(await screen.findByText('Undone')).toBeTruthy();
});

test('a step that has just appeared takes no click until the hand had time to stop', () => {
  vi.useFakeTimers();
  const { result, rerender } = renderHook(useSettled, { initialProps: 'PROC' });
  expect(result.current).toBe(true);
  rerender('COMP');
  expect(result.current).toBe(false);
  act(() => vi.runAllTimers());
  expect(result.current).toBe(true);
});

test('the status menu takes the focus when the last step is done', async () => {
  const network = await open(caseIn('PROC'));
  network.answer(replies(changeStatus, CHANGED));
  network.answer(replies(getCaseByNo, caseIn('COMP')));
  await userEvent.click(await button('Complete'));
  const menu = await button('Status: Completed');
  await waitFor(async () => expect((await header()).queryByRole('button', { name: 'Complete' })).toBeNull());
  expect(document.activeElement).toBe(menu);
});

test.each([
  ['who did', { changed_by: 'Marco Rossi' }, 'Marco Rossi has changed the status to In Progress.'],
  ['that somebody did', {}, 'Somebody else has changed the status. It is now: In Progress.'],
])(
  'a step on a status that somebody else has changed says %s, and offers the step of the new one',
  async (_, by, words) => {
    const network = await open(caseIn('READ'));
    network.answer(refuses(changeStatus, 'action_not_open', by));
    network.answer(replies(getCaseContent, caseIn('PROC')));
    network.answer(replies(getCaseByNo, caseIn('PROC')));
    await userEvent.click(await button('Start work'));
    expect(await screen.findByText(words)).toBeTruthy();
    expect(await button('Complete')).toBeTruthy();
  },
);

test('a changed status can be undone with Ctrl+Z, but not while a text is written', async () => {
  const network = await open(caseIn('READ'));
  network.answer(replies(changeStatus, CHANGED));
  network.answer(replies(getCaseByNo, caseIn('PROC')));
  network.answer(replies(undoChange, {}));
  await userEvent.click(await button('Start work'));
  const toast = await screen.findByRole('alert');
  expect(toast.textContent).toContain('In Progress');
  await userEvent.click(await screen.findByRole('textbox', { name: 'Write a comment …' }));
  await userEvent.keyboard('{Control>}z{/Control}');
  const undone = () => network.sent.filter(({ path }) => path.endsWith('/changes/33/undo/')).length;
  expect(undone()).toBe(0);
  network.answer(replies(getCaseByNo, caseIn('READ')));
  (await button('Status: In Progress')).focus();
  await userEvent.keyboard('{Control>}z{/Control}');
  await button('Status: Open');
  expect(undone()).toBe(1);
});

test('undoing what somebody has changed since says who it was', async () => {
  const network = await open(caseIn('READ'));
  network.answer(replies(changeStatus, CHANGED));
  network.answer(replies(getCaseByNo, caseIn('PROC')));
  network.answer(refuses(undoChange, 'undo_changed', { changed_by: 'Marco Rossi' }));
  await userEvent.click(await button('Start work'));
  await userEvent.click(within(await screen.findByRole('alert')).getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText(/^Marco Rossi has changed it since/)).toBeTruthy();
});

/** Starts work, and lets the live stream report who changed the status of which case. */
async function startWork() {
  const network = await open(caseIn('READ'));
  network.answer(replies(changeStatus, CHANGED));
  network.answer(replies(getCaseByNo, caseIn('PROC')));
  network.answer(replies(undoChange, {}));
  await userEvent.click(await button('Start work'));
  await screen.findByRole('alert');
  const sent = network.sent.find(({ path }) => path.endsWith('/status/'));
  const say = (id: number, actor_id: number, case_id = CASE.id, action_id: string | null = null) => {
    const event = { id, name: 'post_status_modified', at: '2026-11-24T10:00:00.000Z', case_id, actor_id };
    act(() =>
      FakeEventSource.live.at(-1)?.say(event.name, { ...event, action_id, ids: { post: case_id } }, `${id}`),
    );
  };
  return { network, say, echo: () => say(70, DENTIST.id, CASE.id, sent?.headers[ACTION_ID_HEADER]) };
}

test('the offer to undo stays after one’s own next change, other cases’ changes and repeated older ones', async () => {
  const { say, echo } = await startWork();
  say(68, 33);
  echo();
  say(69, 33);
  say(71, DENTIST.id);
  say(72, 33, CASE.id + 1);
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(await screen.findByText('Undone')).toBeTruthy();
});

test('of two changes of the same case the later one is shown, and pressing Ctrl+Z again takes the first back', async () => {
  const { network } = await startWork();
  network.answer(replies(changeStatus, { ...CHANGED, undo: 34 }));
  network.answer(replies(getCaseByNo, caseIn('COMP')));
  const complete = await button('Complete');
  await waitFor(() => expect(complete.getAttribute('aria-disabled')).toBeNull());
  await userEvent.click(complete);
  const offered = (status: string) =>
    waitFor(() => {
      const buttons = screen.getAllByRole('button', { name: 'Undo' });
      const alerts = buttons.map((each) => each.closest('[role=alert]')?.textContent);
      expect(alerts).toEqual([expect.stringContaining(status)]);
    });
  await offered('Completed');
  await userEvent.keyboard('{Control>}z{/Control}');
  await offered('In Progress');
  await userEvent.keyboard('{Control>}z{/Control}');
  await waitFor(() => {
    const undone = network.sent.filter(({ path }) => path.endsWith('/undo/')).map(({ path }) => path);
    expect(undone).toEqual([
      expect.stringContaining('/changes/34/'),
      expect.stringContaining('/changes/33/'),
    ]);
  });
});

test('the offer to undo ends when somebody else changes the status afterwards', async () => {
  const { network, say, echo } = await startWork();
  const toast = screen.getByRole('alert');
  echo();
  say(73, 33);
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(network.sent.filter(({ path }) => path.endsWith('/undo/'))).toEqual([]);
  await waitFor(() => expect(toast.isConnected).toBe(false));
});

test('undoing what one has changed again asks for the newer change first, and can then be repeated', async () => {
  const network = await open(caseIn('READ'));
  network.answer(replies(changeStatus, CHANGED));
  network.answer(replies(getCaseByNo, caseIn('PROC')));
  network.answer(refuses(undoChange, 'undo_own_newer'));
  await userEvent.click(await button('Start work'));
  const undo = within(await screen.findByRole('alert')).getByRole('button', { name: 'Undo' });
  await userEvent.click(undo);
  await screen.findByText('You changed this again after that. Undo your latest change first.');
  network.answer(replies(undoChange, {}));
  await userEvent.click(undo);
  await screen.findByText('Undone');
});

test('in a closed case the key of the status says who can change it, that of an upload that it takes no files', async () => {
  await open(caseIn('CLSD'));
  await header();
  await userEvent.keyboard('s');
  await screen.findByText(`Only ${CASE.author.institution} can change this status now.`);
  await userEvent.keyboard('u');
  await screen.findByText('The case is closed. No files can be added.');
});

test('a case whose change waits for an answer offers no step', async () => {
  const waiting = { ...caseIn('PROC'), actions: ['OPEN' as const] };
  await open(waiting);
  await button('Status: In Progress');
  expect((await header()).queryByRole('button', { name: 'Complete' })).toBeNull();
});

test.each([
  ['a support session', 'READ', { support: READ_ONLY }],
  ['a guest in a closed case', 'CLSD', { isGuest: true }],
] as const)('%s offers no step and only what it may do behind ⋯', async (_, code, options) => {
  await open(caseIn(code, { usertype: 'AU', actions: ['REOP'], edit_order: 'change' }), options);
  const top = await header();
  for (const name of ['Start work', 'Reopen', 'Close'])
    expect(top.queryByRole('button', { name })).toBeNull();
  const more = top.queryByRole('button', { name: 'More actions' });
  if (more) await userEvent.click(more);
  for (const name of ['Edit order', 'Duplicate'])
    expect(screen.queryByRole('menuitem', { name, hidden: true })).toBeNull();
});

test('Duplicate is for the author’s side, keeps its key after a failure and opens the draft', async () => {
  const network = await open(caseIn('READ', { usertype: 'SG' }));
  network.answer(refuses(duplicateCase, 'internal'));
  const take = async () => {
    await userEvent.click(await button('More actions'));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Duplicate', hidden: true }));
  };
  await take();
  expect((await screen.findAllByRole('alert')).length).toBeGreaterThan(0);
  network.answer(replies(duplicateCase, { id: DRAFT.id }));
  for (const answer of DRAFT_ANSWERS) network.answer(answer);
  await take();
  await waitFor(() => expect(location.pathname).toBe(`/cases/new/${DRAFT.id}`));
  const keys = network.sent.filter(({ path }) => path.endsWith('/duplicate/')).map(({ body }) => body);
  expect(keys).toHaveLength(2);
  expect(keys[0]).toEqual(keys[1]);
  expect(await screen.findByDisplayValue(DRAFT.patient.lastname)).toBeTruthy();
});

test('the recipient’s side has no Duplicate', async () => {
  await open(caseIn('READ'));
  await userEvent.click(await button('More actions'));
  await screen.findByRole('menuitem', { name: 'Printable Order Form', hidden: true });
  expect(screen.queryByRole('menuitem', { name: 'Duplicate', hidden: true })).toBeNull();
});

test.each(['Status: Open', 'More actions'])(
  '“%s” opens at the first click and by Enter, and Escape returns the focus to it',
  async (name) => {
    await open(caseIn('READ'));
    const opener = await button(name);
    expect(opener.getAttribute('aria-haspopup')).toBe('menu');
    expect(opener.getAttribute('aria-expanded')).toBe('false');
    const menu = () => screen.queryByRole('menu', { hidden: true });
    await userEvent.click(opener);
    await waitFor(() => expect(menu()?.getAttribute('aria-labelledby')).toBe(opener.id));
    expect(opener.getAttribute('aria-expanded')).toBe('true');
    // Without a layout the menu does not take the focus itself.
    fireEvent.keyDown(menu() as HTMLElement, { key: 'Escape' });
    await waitFor(() => expect(menu()).toBeNull());
    expect(document.activeElement).toBe(opener);
    expect(opener.getAttribute('aria-expanded')).toBe('false');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(menu()).toBeTruthy());
    fireEvent.keyDown(menu() as HTMLElement, { key: 'ArrowDown' });
    expect(document.activeElement?.getAttribute('role')).toBe('menuitem');
  },
);

test('S opens the menu of statuses after the listeners of the document, which close menus at a key', async () => {
  await open(caseIn('READ'));
  const opener = await button('Status: Open');
  const order: string[] = [];
  const onKeyDown = () => order.push('document');
  document.addEventListener('keydown', onKeyDown);
  opener.addEventListener('click', () => order.push('menu'));
  await userEvent.keyboard('s');
  document.removeEventListener('keydown', onKeyDown);
  expect(order).toEqual(['document', 'menu']);
  expect(await screen.findByRole('menu', { hidden: true })).toBeTruthy();
});
