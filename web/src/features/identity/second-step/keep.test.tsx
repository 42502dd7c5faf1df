// @vitest-environment happy-dom
import { PAGES } from '@cusp/contract/pages';
import { keepSecondStep } from '@cusp/contract/step-reset.routes';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { refuses, replies } from '../../../testing/replies.ts';
import { openScreen } from '../../../testing/screen.tsx';

const LINK = PAGES.secondStepKeep.replace(':token', 'Tok3n');
const press = async () => userEvent.click(await screen.findByRole('button', { name: 'Keep my second step' }));

test('opening the link cancels nothing; the button does', async () => {
  const network = await openScreen(LINK, [replies(keepSecondStep, {})], { as: null });
  await screen.findByRole('heading', { name: 'Keep your second step?' });
  expect(network.count(keepSecondStep)).toBe(0);
  await press();
  expect(await screen.findByRole('heading', { name: 'Your second step stays' })).toBeTruthy();
});

test.each([
  ['token_expired', 'This link does not work'],
  ['reset_done', 'Your second step was removed already'],
] as const)('a refusal with %s is explained', async (code, title) => {
  await openScreen(LINK, [refuses(keepSecondStep, code)], { as: null });
  await press();
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Keep my second step' })).toBeNull();
});

test('keeping the second step can be tried again after any other error', async () => {
  const network = await openScreen(LINK, [refuses(keepSecondStep, 'internal')], { as: null });
  await press();
  expect(await screen.findByText(/Something went wrong/)).toBeTruthy();
  network.answer(replies(keepSecondStep, {}));
  await press();
  expect(await screen.findByRole('heading', { name: 'Your second step stays' })).toBeTruthy();
});
