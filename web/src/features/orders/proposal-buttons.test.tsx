// @vitest-environment happy-dom
import { listCases } from '@cusp/contract/case-list.routes';
import type { CaseDetail } from '@cusp/contract/cases';
import { getCaseByNo } from '@cusp/contract/cases.routes';
import { listDrafts } from '@cusp/contract/drafts.routes';
import { listFiles } from '@cusp/contract/files.routes';
import { caseHistory } from '@cusp/contract/history.routes';
import { answerProposal } from '@cusp/contract/orders.routes';
import { heartbeat, leaveCase } from '@cusp/contract/presence.routes';
import { listUploads } from '@cusp/contract/uploads.routes';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { CASE, CASES } from '../../testing/golden.ts';
import { hangs, refuses, replies } from '../../testing/replies.ts';
import { openScreen } from '../../testing/screen.tsx';

test('a decline that fails keeps the typed reason, and sends it with the next attempt', async () => {
  const user = userEvent.setup();
  const received: CaseDetail = { ...CASE, usertype: 'OT', edit_order: null };
  const network = await openScreen(`/cases/${CASE.no}`, [
    replies(listCases, CASES),
    replies(listDrafts, { drafts: [] }),
    replies(getCaseByNo, received),
    replies(listFiles, { files: [] }),
    replies(listUploads, { uploads: [] }),
    hangs(caseHistory),
    hangs(heartbeat),
    hangs(leaveCase),
    refuses(answerProposal, 'internal'),
  ]);
  const dialog = () => within(screen.getByRole('dialog', { name: 'Decline the change?' }));
  const reason = () => dialog().getByRole<HTMLTextAreaElement>('textbox');
  await user.click(await screen.findByRole('button', { name: 'Decline' }));
  await waitFor(() => expect(reason()).toBeTruthy());
  await user.type(reason(), 'The margin is missing.');
  await user.click(dialog().getByRole('button', { name: 'Decline' }));
  await waitFor(() => expect(network.count(answerProposal)).toBe(1));
  await waitFor(() =>
    expect(dialog().getByRole('button', { name: 'Decline' }).dataset.loading).toBeUndefined(),
  );
  expect(reason().value).toBe('The margin is missing.');

  network.answer(replies(answerProposal, { version: 2 }));
  await user.click(dialog().getByRole('button', { name: 'Decline' }));
  await waitFor(() => expect(network.count(answerProposal)).toBe(2));
  expect(network.sent.findLast(({ path }) => path.endsWith('/answer/'))?.body).toMatchObject({
    answer: 'decline',
    reason: 'The margin is missing.',
  });
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Decline the change?' })).toBeNull());
});
