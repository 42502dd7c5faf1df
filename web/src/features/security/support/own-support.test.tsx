// @vitest-environment happy-dom
import { PAGES } from '@cusp/contract/pages';
import { listSessions, securityState } from '@cusp/contract/security.routes';
import type { SupportVisit } from '@cusp/contract/support';
import { consentToSupport, endOwnSupport, ownSupport, revokeSupport } from '@cusp/contract/support.routes';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import support from '../../../../../contract/fixtures/support.json';
import { SECURITY } from '../../../testing/golden.ts';
import { type Answer, replies } from '../../../testing/replies.ts';
import { openScreen } from '../../../testing/screen.tsx';

const visit = support.ownSupport.reply.visits[0] as SupportVisit;
const CONSENT = { mode: 'read', sees_patients: true, until: '2026-11-24T10:00:00.000Z' } as const;
const open = (...answers: Answer[]) =>
  openScreen(PAGES.security, [
    replies(securityState, SECURITY),
    replies(listSessions, { sessions: [] }),
    ...answers,
  ]);

test('a consent is given for a while, with patient data only on request, and taken back', async () => {
  const user = userEvent.setup();
  const network = await open(
    replies(ownSupport, { consent: null, visits: [] }),
    replies(consentToSupport, {}),
  );
  await user.click(await screen.findByRole('button', { name: 'Let support in' }));
  const dialog = within(await screen.findByRole('dialog'));
  const sees = await dialog.findByRole('checkbox', { name: /patient data/ });
  expect((sees as HTMLInputElement).checked).toBe(false);
  await user.click(sees);
  network.answer(replies(ownSupport, { consent: CONSENT, visits: [] }));
  await user.click(dialog.getByRole('button', { name: 'Let support in' }));
  expect(await screen.findByText(/Support may enter until/)).toBeTruthy();
  expect(screen.getByText('Patient data visible')).toBeTruthy();
  network.answer(replies(revokeSupport, {}));
  network.answer(replies(ownSupport, { consent: null, visits: [] }));
  await user.click(screen.getByRole('button', { name: 'Take back' }));
  expect(await screen.findByText('Support has not been in your account.')).toBeTruthy();
});

test('a visit says who, why, by whose leave and what was opened; a running one can be ended', async () => {
  const user = userEvent.setup();
  const running = { ...visit, is_running: true, by_consent: false };
  const network = await open(
    replies(ownSupport, { consent: null, visits: [running] }),
    replies(endOwnSupport, {}),
  );
  expect(await screen.findByText(/Stella Staff, since/)).toBeTruthy();
  expect(screen.getByText('Reason: Problem report. Scans of one case do not open')).toBeTruthy();
  expect(screen.getByText(/Without your consent, approved by a second person/)).toBeTruthy();
  expect(screen.getByText('Opened: cases')).toBeTruthy();
  expect(screen.getByText('Cases: 2611-7KQ4MX')).toBeTruthy();
  network.answer(replies(ownSupport, { consent: null, visits: [visit] }));
  await user.click(screen.getByRole('button', { name: 'End now' }));
  expect(await screen.findByText(/Stella Staff, .+ – /)).toBeTruthy();
});
