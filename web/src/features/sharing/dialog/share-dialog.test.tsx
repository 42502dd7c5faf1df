// @vitest-environment happy-dom
import { listCases } from '@cusp/contract/case-list.routes';
import { getCaseByNo } from '@cusp/contract/cases.routes';
import { listDrafts } from '@cusp/contract/drafts.routes';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import { listFiles } from '@cusp/contract/files.routes';
import { caseHistory } from '@cusp/contract/history.routes';
import { heartbeat, leaveCase } from '@cusp/contract/presence.routes';
import { createShare, listShares, revokeShare } from '@cusp/contract/sharing.routes';
import { listUploads } from '@cusp/contract/uploads.routes';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import history from '../../../../../contract/fixtures/history.json';
import sharing from '../../../../../contract/fixtures/sharing.json';
import { CASE, CASES } from '../../../testing/golden.ts';
import { hangs, replies } from '../../../testing/replies.ts';
import { onDesktop, openScreen } from '../../../testing/screen.tsx';

async function openDialog(shares = sharing.listShares.reply as ReplyFrom<typeof listShares>, session = {}) {
  const network = await openScreen(
    '/cases/2611-VX5GK3',
    [
      replies(listCases, CASES),
      replies(getCaseByNo, { ...CASE, proposal: null }),
      replies(listFiles, { files: CASE.files }),
      replies(listUploads, { uploads: [] }),
      replies(caseHistory, history.caseHistory.reply as ReplyFrom<typeof caseHistory>),
      hangs(heartbeat),
      hangs(leaveCase),
      hangs(listDrafts),
      replies(listShares, shares),
      replies(createShare, sharing.createShare.reply as ReplyFrom<typeof createShare>),
    ],
    session,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Share', hidden: true }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Share case/ }));
  return { network, dialog };
}

async function makeLink() {
  const { dialog } = await openDialog();
  fireEvent.change(await dialog.findByRole('textbox', { name: /For whom/ }), {
    target: { value: 'Dr. Far' },
  });
  fireEvent.click(dialog.getByRole('button', { name: 'Create link' }));
  const link = (await dialog.findByRole('textbox', { name: /^Link/ })) as HTMLInputElement;
  return { dialog, link: link.value };
}

const share = vi.fn();
beforeEach(() => {
  share.mockReset();
  vi.stubGlobal('navigator', Object.assign(navigator, { share }));
});
afterEach(() => void Reflect.deleteProperty(navigator, 'share'));

test('a phone hands a new link, and nothing else, to its share sheet', async () => {
  share.mockRejectedValue(new DOMException('closed', 'AbortError'));
  const { dialog, link } = await makeLink();
  fireEvent.click(dialog.getByRole('button', { name: 'Share' }));
  expect(share.mock.calls).toEqual([[{ url: link }]]);
});

test('Escape closes the calendar of the last day, and only then the dialog', async () => {
  const { dialog } = await openDialog();
  fireEvent.click(await dialog.findByRole('radio', { name: 'Date' }));
  const day = dialog.getByLabelText('Last day');
  await userEvent.click(day);
  // The dialog would fade out and stay in the page for a moment, so its handling of Escape is tested directly.
  expect(day.dataset.mantineStopPropagation).toBe('true');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(day.dataset.mantineStopPropagation).toBeUndefined());
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Share case/ })).toBeNull());
});

test('a guest ends links of their group and is offered no new one', async () => {
  const { dialog } = await openDialog(undefined, { isGuest: true });
  expect((await dialog.findAllByRole('button', { name: /^Revoke/ })).length).toBeGreaterThan(0);
  expect(dialog.queryByRole('button', { name: 'Create link' })).toBeNull();
});

test('a wide window copies a new link only', async () => {
  onDesktop();
  const { dialog } = await makeLink();
  dialog.getByRole('button', { name: 'Copy link' });
  expect(dialog.queryByRole('button', { name: 'Share' })).toBeNull();
});

test('a second link is ended while the first is still on its way', async () => {
  const known = sharing.listShares.reply as ReplyFrom<typeof listShares>;
  const [one] = known.shares as [(typeof known.shares)[number]];
  const shares = ["Dr. O'Neill", '김 선생님'].map((recipient, at) => ({
    ...one,
    id: one.id + at,
    recipient,
    state: 'active' as const,
  }));
  const { network, dialog } = await openDialog({ ...known, shares });
  network.answer(hangs(revokeShare));
  for (const { recipient } of shares) {
    await userEvent.click(await dialog.findByRole('button', { name: new RegExp(`${recipient}$`) }));
    const question = await screen.findByRole('dialog', { name: /^Revoke/ });
    await userEvent.click(within(question).getByRole('button', { name: /^Revoke/ }));
    await waitFor(() => expect(question.isConnected).toBe(false));
  }
  expect(network.count(revokeShare)).toBe(2);
});

test('texts and files that name the patient are shared only while their boxes are ticked', async () => {
  const hint = { id: 7, filename: 'Roth.stl', left_out: true, sent_as: null };
  const { network, dialog } = await openDialog({
    id: CASE.id,
    shares: (sharing.listShares.reply as ReplyFrom<typeof listShares>).shares
      .slice(0, 1)
      .map((made) => ({ ...made, chosen_files: 1 })),
    texts_name_patient: true,
    files: [hint],
  });
  await userEvent.type(await dialog.findByRole('textbox', { name: /For whom/ }), 'Dr. Far');
  const box = (name: RegExp) => dialog.getByRole<HTMLInputElement>('checkbox', { name });
  const texts = () => box(/^Note and other texts/);
  const warning = () => dialog.queryByText('This link can tell its readers who the patient is.');
  expect(dialog.getByText(/with 1 file that could name the patient/)).toBeTruthy();
  expect(warning()).toBeNull();
  await userEvent.click(texts());
  expect(texts().checked).toBe(true);
  await userEvent.click(box(/Roth/));
  expect([texts().checked, box(/Roth/).checked]).toEqual([true, true]);
  await userEvent.click(texts());
  expect([texts().checked, box(/Roth/).checked]).toEqual([false, true]);
  expect(warning()).not.toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Create link' }));
  await waitFor(() => expect(network.count(createShare)).toBe(1));
  const made = network.sent.find(({ path, method }) => method === 'POST' && path.endsWith('/share/'));
  expect(made?.body).toMatchObject({ texts: false, files: [7] });
});
