// @vitest-environment happy-dom
import { answerEmailChange } from '@cusp/contract/email-change.routes';
import { PAGES } from '@cusp/contract/pages';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { refuses, replies } from '../../../testing/replies.ts';
import { openScreen } from '../../../testing/screen.tsx';

const LINK = PAGES.emailChange.replace(':token', 'Tok3n');
const press = async (name: 'Agree' | 'Refuse') =>
  userEvent.click(await screen.findByRole('button', { name }));

test.each([
  ['Agree', 'waiting', 'Thank you'],
  ['Agree', 'done', 'The address was changed'],
  ['Refuse', 'refused', 'The address stays as it is'],
] as const)('after %s the page says what follows: %s', async (name, state, title) => {
  const network = await openScreen(LINK, [replies(answerEmailChange, { state })], { as: null });
  await screen.findByRole('heading', { name: 'Change the address of your account?' });
  expect(network.count(answerEmailChange)).toBe(0);
  await press(name);
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
});

test.each([
  ['token_expired', 'This link does not work any more'],
  ['email_change_done', 'The address was changed already'],
  ['email_taken', 'This address cannot be used'],
] as const)('a refusal with %s is explained', async (code, title) => {
  await openScreen(LINK, [refuses(answerEmailChange, code)], { as: null });
  await press('Refuse');
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
});

test('the answer to a change of address can be given again after any other error', async () => {
  const network = await openScreen(LINK, [refuses(answerEmailChange, 'internal')], { as: null });
  await press('Agree');
  expect(await screen.findByText(/Something went wrong/)).toBeTruthy();
  network.answer(replies(answerEmailChange, { state: 'done' }));
  await press('Agree');
  expect(await screen.findByRole('heading', { name: 'The address was changed' })).toBeTruthy();
});
