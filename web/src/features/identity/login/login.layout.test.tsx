import '@mantine/core/styles.layer.css';
import '../../../ui/styles/base.css';
import '../../../ui/styles/touch.css';
import { PAGES } from '@cusp/contract/pages';
import { login } from '@cusp/contract/sign-in.routes';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
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
