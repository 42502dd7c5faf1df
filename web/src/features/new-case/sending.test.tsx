// @vitest-environment happy-dom
import { listCases } from '@cusp/contract/case-list.routes';
import { getCaseByNo } from '@cusp/contract/cases.routes';
import { listScanners } from '@cusp/contract/devices.routes';
import {
  getDraft,
  lastUsed,
  listRecipients,
  saveDraft,
  sendDraft,
  unsendDraft,
} from '@cusp/contract/drafts.routes';
import { listFiles } from '@cusp/contract/files.routes';
import { editOrder, getOrder } from '@cusp/contract/orders.routes';
import { listUploads } from '@cusp/contract/uploads.routes';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { DRAFT, ORDER, RECIPIENTS } from '../../testing/golden.ts';
import { type Answer, hangs, refuses, replies } from '../../testing/replies.ts';
import { openScreen } from '../../testing/screen.tsx';

const [RECIPIENT] = RECIPIENTS.recipients;
const COMPLETE = { ...DRAFT, recipientId: RECIPIENT?.id ?? 0 };
const [CROWN] = DRAFT.restorations;
if (!CROWN) throw new Error('the draft has a crown');
const TWO_CROWNS = { ...COMPLETE, restorations: [CROWN, { ...CROWN, teeth: [14] }] };

const open = async (draft: typeof DRAFT, ...answers: Answer[]) => {
  const network = await openScreen('/cases/new/113', [
    replies(getDraft, draft),
    // After the draft, whose path with a parameter also matches that of the recipients.
    replies(listScanners, { scanners: [], last_device_id: null }),
    replies(listRecipients, RECIPIENTS),
    replies(lastUsed, { used: [] }),
    replies(saveDraft, { version: 3, updatedAt: '2026-11-22T09:36:00.000Z' }),
    replies(listUploads, { uploads: [] }),
    ...answers,
  ]);
  await screen.findByLabelText('First name');
  return network;
};
const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const click = (name: string) =>
  fireEvent.click(screen.getByText(name, { selector: 'button *' }).closest('button') as HTMLElement);
const undo = () => act(async () => void fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true }));
const undoIsGone = () => waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
const removeFirst = () =>
  fireEvent.click(screen.getAllByRole('button', { name: /^Remove / })[0] as HTMLElement);

// The ten seconds of an undo offer do not pass, so that it disappears only because of what a test does.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});

test('a case is sent once, however often Send is clicked', async () => {
  const network = await open(COMPLETE, hangs(sendDraft));
  click('Send case');
  click('Send case');
  await waitFor(() => expect(network.count(sendDraft)).toBe(1));
  click('Send case');
  expect(network.count(sendDraft)).toBe(1);
  // Text typed now would get into no case.
  expect(input('Note').closest('[inert]')).toBeTruthy();
  expect(screen.getByText('Discard draft').closest('[inert]')).toBeTruthy();
});

test('a send that is refused for a version of one’s own says so, and the form takes input again', async () => {
  await open(COMPLETE, refuses(sendDraft, 'draft_changed'));
  click('Send case');
  expect(await screen.findByText(/could not be saved and was not sent/)).toBeTruthy();
  expect(input('Note').closest('[inert]')).toBeNull();
});

test('Ctrl+Z while a case is sent leads back to its draft, whose form takes input', async () => {
  const network = await open(
    COMPLETE,
    hangs(getCaseByNo),
    hangs(listCases),
    hangs(listFiles),
    replies(unsendDraft, {}),
  );
  const sent = Promise.withResolvers<void>();
  const { respond } = replies(sendDraft, { id: 113, no: DRAFT.no, version: 3 });
  network.answer({ route: sendDraft, respond: (request) => sent.promise.then(() => respond(request)) });
  click('Send case');
  await waitFor(() => expect(network.count(sendDraft)).toBe(1));
  await undo();
  network.answer(replies(getDraft, { ...COMPLETE, version: 4 }));
  sent.resolve();
  await waitFor(() => expect(network.count(unsendDraft)).toBe(1));
  await waitFor(() => expect(input('Note').closest('[inert]')).toBeNull());
  fireEvent.change(input('Note'), { target: { value: 'Typed after the undo' } });
  await waitFor(() => expect(network.count(saveDraft)).toBe(1));
  expect(network.sent.find(({ method }) => method === 'PUT')?.body).toMatchObject({
    version: 4,
    fields: { note: 'Typed after the undo' },
  });
});

test('a removed restoration can be brought back after a refused send, and not while the case is sent', async () => {
  const network = await open(TWO_CROWNS);
  const refusal = Promise.withResolvers<void>();
  const { respond } = refuses(sendDraft, 'internal');
  network.answer({ route: sendDraft, respond: (request) => refusal.promise.then(() => respond(request)) });
  removeFirst();
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Undo' });
  click('Send case');
  await waitFor(() => expect(network.count(sendDraft)).toBe(1));
  await undo();
  expect(button.disabled).toBe(true);
  expect(screen.getAllByRole('button', { name: /^Remove / })).toHaveLength(1);
  refusal.resolve();
  await waitFor(() => expect(button.disabled).toBe(false));
  await undo();
  expect(screen.getAllByRole('button', { name: /^Remove / })).toHaveLength(2);
  const sent = replies(sendDraft, { id: 113, no: DRAFT.no, version: 4 });
  for (const answer of [sent, hangs(getCaseByNo), hangs(listCases), hangs(listFiles)]) network.answer(answer);
  removeFirst();
  await waitFor(() => expect(button.isConnected).toBe(false));
  const again = await screen.findByRole('button', { name: 'Undo' });
  click('Send case');
  await waitFor(() => expect(again.isConnected).toBe(false));
  expect(network.count(sendDraft)).toBe(2);
});

test('the form of a sent order is locked from the click to the page of the case, and offers no undo then', async () => {
  const [first] = ORDER.fields.restorations;
  if (!first) throw new Error('the order has a restoration');
  const restorations = [first, { ...first, type: 'crown', teeth: [14] }];
  const order = { ...ORDER, fields: { ...ORDER.fields, restorations, scansFollow: true } };
  const network = await openScreen(`/case/${ORDER.id}/edit`, [
    replies(getOrder, order),
    replies(editOrder, { as: 'change', version: 2, proposal: null }),
    hangs(getCaseByNo),
    hangs(listCases),
  ]);
  const form = (await screen.findByLabelText('First name')).closest('form');
  removeFirst();
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeTruthy();
  click('Save changes');
  const dialog = within(await screen.findByRole('dialog'));
  const unlocked: boolean[] = [];
  new MutationObserver(() => unlocked.push(form?.inert === false)).observe(form as HTMLElement, {
    attributeFilter: ['inert'],
  });
  fireEvent.click(dialog.getByText('Save changes').closest('button') as HTMLElement);
  await waitFor(() => expect(network.count(editOrder)).toBe(1));
  await undoIsGone();
  await waitFor(() => expect(form?.isConnected).toBe(false));
  expect(unlocked).toEqual([false]);
});
