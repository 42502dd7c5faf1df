// @vitest-environment happy-dom

import { setRetention, showRetention } from '@cusp/contract/retention.routes';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import privacy from '../../../../contract/fixtures/privacy.json';
import { EMPTY, NO_RETENTION, openPrivacy } from '../../testing/privacy.tsx';
import { refuses, replies } from '../../testing/replies.ts';

test('the retention is chosen after a failure, and shown again when somebody else has changed it', async () => {
  const user = userEvent.setup();
  const network = await openPrivacy([
    ...EMPTY,
    replies(showRetention, { ...privacy.showRetention.reply, months: null }),
    refuses(setRetention, 'internal'),
  ]);
  const section = within(await screen.findByRole('region', { name: 'Retention' }));
  expect(await section.findByText('1 case will be removed')).toBeTruthy();
  expect(section.getByRole('link', { name: 'Export first' }).getAttribute('href')).toBe('#export');
  const choice = () => section.getByRole<HTMLSelectElement>('combobox', { name: 'Keep cases' });
  const chosen = () => choice().selectedOptions[0]?.textContent;
  expect(chosen()).toBe('As set for Cusp (3 months)');
  const choose = async (name: string) => {
    await user.selectOptions(choice(), name);
    await user.click(section.getByRole('button', { name: 'Save' }));
  };
  await choose('5 years');
  expect(await section.findByText(/Something went wrong/)).toBeTruthy();
  expect(chosen()).toBe('5 years');
  network.answer(refuses(setRetention, 'retention_changed'));
  network.answer(replies(showRetention, { ...NO_RETENTION, months: 120, version: 3 }));
  await user.click(section.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Somebody changed the retention in the meantime/)).toBeTruthy();
  await waitFor(() => expect(chosen()).toBe('10 years'));
  expect(section.getByText('No cases are about to be removed')).toBeTruthy();
  network.answer(replies(setRetention, { version: 4 }));
  network.answer(replies(showRetention, { ...NO_RETENTION, months: 0, version: 4 }));
  await choose('For ever');
  expect(await screen.findByText('Retention saved')).toBeTruthy();
  expect(network.sent.findLast(({ method }) => method === 'PUT')?.body).toEqual({ months: 0, version: 3 });
  // The reload after a save fails, and the next save is based on the first.
  network.answer(replies(setRetention, { version: 5 }));
  network.answer(refuses(showRetention, 'internal'));
  await choose('5 years');
  await waitFor(() =>
    expect(section.getByRole('button', { name: 'Save' }).hasAttribute('disabled')).toBe(true),
  );
  await choose('10 years');
  await waitFor(() => expect(network.count(setRetention)).toBe(5));
  expect(network.sent.findLast(({ method }) => method === 'PUT')?.body).toEqual({ months: 120, version: 5 });
});
