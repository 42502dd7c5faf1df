import '@mantine/core/styles.layer.css';
import '../../../ui/styles/base.css';
import '../../../ui/styles/touch.css';
import { PAGES } from '@cusp/contract/pages';
import { login } from '@cusp/contract/sign-in.routes';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { refuses } from '../../../testing/replies.ts';
import { openScreen } from '../../../testing/screen.tsx';

test.each(['en', 'de', 'ko'] as const)('a refusal does not move the sign-in form in %s', async (language) => {
  await openScreen(PAGES.login, [refuses(login, 'wrong_credentials')], { as: null, language });
  const form = (await screen.findByRole('main')).querySelector('form') as HTMLFormElement;
  const places = () =>
    [...form.querySelectorAll('input, button')].map((each) => each.getBoundingClientRect().top);
  const before = places();
  const [email, password] = form.querySelectorAll('input') as NodeListOf<HTMLInputElement>;
  await userEvent.type(email as HTMLInputElement, 'anna@cusp.example');
  await userEvent.type(password as HTMLInputElement, 'wrong{Enter}');
  await screen.findByRole('alert');
  const moved = places().map((top, i) => Math.abs(top - (before[i] as number)));
  expect(Math.max(...moved)).toBeLessThan(2);
});

test.each([1024, 1440])('the longest tagline stays beside the drawing at %s px', async (width) => {
  await page.viewport(width, 800);
  await openScreen(PAGES.login, [], { as: null, language: 'pl' });
  const words = await screen.findByText(/^Chmura do/);
  const drawing = words.closest('section')?.querySelector('[aria-hidden]') as HTMLElement;
  const range = document.createRange();
  range.selectNodeContents(words);
  expect(range.getBoundingClientRect().right).toBeLessThan(drawing.getBoundingClientRect().left);
});
