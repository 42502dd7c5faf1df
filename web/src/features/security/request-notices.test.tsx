// @vitest-environment happy-dom
import { refuseOwnEmailChange } from '@cusp/contract/email-change.routes';
import { PAGES } from '@cusp/contract/pages';
import { listSessions, securityState } from '@cusp/contract/security.routes';
import { keepOwnSecondStep } from '@cusp/contract/step-reset.routes';
import { ownSupport } from '@cusp/contract/support.routes';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { SECURITY } from '../../testing/golden.ts';
import { refuses, replies } from '../../testing/replies.ts';
import { openScreen } from '../../testing/screen.tsx';

const DUE = replies(securityState, { ...SECURITY, reset_due: '2026-11-24T10:00:00.000Z' });
const REST = [replies(listSessions, { sessions: [] }), replies(ownSupport, { consent: null, visits: [] })];

test('an announced reset is cancelled on the security page, also after an error', async () => {
  const user = userEvent.setup();
  const network = await openScreen(PAGES.security, [DUE, ...REST, refuses(keepOwnSecondStep, 'internal')]);
  const keep = await screen.findByRole('button', { name: 'Keep my second step' });
  await user.click(keep);
  expect(await screen.findByText(/Something went wrong/)).toBeTruthy();
  network.answer(replies(keepOwnSecondStep, {}));
  network.answer(replies(securityState, SECURITY));
  await user.click(keep);
  expect(await screen.findByText('Your second step stays')).toBeTruthy();
  expect(screen.queryByText('Your second step will be removed')).toBeNull();
});

test('a reset that has ended meanwhile is not announced any more once somebody tries to cancel it', async () => {
  const user = userEvent.setup();
  const network = await openScreen(PAGES.security, [DUE, ...REST, refuses(keepOwnSecondStep, 'reset_done')]);
  const keep = await screen.findByRole('button', { name: 'Keep my second step' });
  network.answer(replies(securityState, SECURITY));
  await user.click(keep);
  await waitFor(() => expect(screen.queryByText('Your second step will be removed')).toBeNull());
});

test('a change of the address names who asked and is refused on the security page', async () => {
  const user = userEvent.setup();
  const email_change = {
    email: 'a•••@new.example',
    requested_by: 'Stella Staff',
    requested_at: '2026-11-22T10:00:00.000Z',
    due_at: null,
  };
  const network = await openScreen(PAGES.security, [
    replies(securityState, { ...SECURITY, email_change }),
    ...REST,
    replies(refuseOwnEmailChange, {}),
  ]);
  expect(await screen.findByText(/^Stella Staff .+ to a•••@new\.example\. Both addresses/)).toBeTruthy();
  network.answer(replies(securityState, SECURITY));
  await user.click(screen.getByRole('button', { name: 'Keep my address' }));
  expect(await screen.findByText('Your address stays as it is')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Keep my address' })).toBeNull();
});

test('without the old mailbox the notice says from when the new address is enough', async () => {
  const email_change = {
    email: 'a•••@new.example',
    requested_by: 'Stella Staff',
    requested_at: '2026-11-22T10:00:00.000Z',
    due_at: '2026-11-25T10:00:00.000Z',
  };
  await openScreen(PAGES.security, [replies(securityState, { ...SECURITY, email_change }), ...REST]);
  expect(await screen.findByText(/From .+ the agreement of the new address is enough/)).toBeTruthy();
});

test('without a request there is no notice', async () => {
  await openScreen(PAGES.security, [replies(securityState, SECURITY), ...REST]);
  await screen.findByText('Authenticator app');
  expect(screen.queryByRole('button', { name: /^Keep my/ })).toBeNull();
});
