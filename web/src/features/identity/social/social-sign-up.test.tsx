// @vitest-environment happy-dom
import { defaultCountry, validateField } from '@cusp/contract/accounts.routes';
import { PAGES } from '@cusp/contract/pages';
import { socialForget, socialSignUp, socialValidateState } from '@cusp/contract/social.routes';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { disconnects, refuses, replies } from '../../../testing/replies.ts';
import { openScreen, TWO_REGIONS } from '../../../testing/screen.tsx';

afterEach(() => vi.restoreAllMocks());

const EU_SITE = { ...TWO_REGIONS, server_loc: 'EU' } as const;
const US_ORIGIN = 'https://us.cusp.example';
const STATE = 's'.repeat(43);
const CODE = 'c'.repeat(43);
const ANSWERS = [
  replies(socialValidateState, {}),
  replies(defaultCountry, { data: { country_code: 'US' } }),
  replies(validateField, {}),
  replies(socialForget, {}),
];

function pageFor(more: object = { ticket: 'sealed' }): string {
  const details = { email: 'grace@mail.example', fullname: 'Grace Molar' };
  const data = { state: STATE, google_login: true, gg_details: details, has_account: false, ...more };
  return `${PAGES.signupSocial}?data=${btoa(JSON.stringify(data))}`;
}

/** Fills in the form of a person in the US who came to the EU site. */
async function complete(): Promise<void> {
  await screen.findByText('Complete your account');
  fireEvent.click(screen.getByLabelText('Role', { selector: 'input' }));
  fireEvent.click(await screen.findByText('Dental Clinic'));
  await userEvent.type(screen.getByLabelText(/^Institution/), 'Smile LLC');
  const create = screen.getByRole<HTMLButtonElement>('button', { name: 'Create Account' });
  await waitFor(() => expect(create.disabled).toBe(false));
  await userEvent.click(create);
}
const agree = async () => userEvent.click(await screen.findByRole('button', { name: 'OK' }));

/** Messages of the pop-up to the page that opened it. */
function openerHears() {
  const postMessage = vi.fn();
  vi.stubGlobal('opener', { postMessage });
  vi.spyOn(window, 'close').mockImplementation(() => {});
  return postMessage;
}

test.each([
  [{ arrival_code: CODE }, { state: STATE, region_code: CODE }],
  [{ mailed: true }, { state: STATE, mailed: '1' }],
] as const)('the form of another region’s country is sent only there: %o', async (reply, answer) => {
  const heard = openerHears();
  const network = await openScreen(pageFor(), [...ANSWERS, replies(socialSignUp, reply)], {
    as: null,
    site: EU_SITE,
  });
  await complete();
  expect(
    await screen.findByText(/set according to the country you have chosen \(United States/),
  ).toBeTruthy();
  expect(network.count(socialSignUp)).toBe(0);
  await agree();
  await waitFor(() => expect(heard).toHaveBeenCalledWith({ mark: 'cusp.social', answer }, location.origin));
  const withForm = network.sent.filter(({ body }) => JSON.stringify(body ?? '').includes('Smile'));
  expect(withForm.map(({ origin }) => origin)).toEqual(withForm.map(() => US_ORIGIN));
  expect(network.sent.find(({ path }) => path === socialSignUp.path)?.body).toMatchObject({
    ticket: 'sealed',
    role: 'Dental Clinic',
    country: 'US',
    institution: 'Smile LLC',
  });
  expect(network.sent.find(({ path }) => path === socialForget.path)?.origin).not.toBe(US_ORIGIN);
  // The code must not stay in the history.
  expect(location.search).toBe('');
});

test.each([
  ['email_taken', refuses(socialSignUp, 'email_taken'), /already/],
  ['the other region being down', disconnects(socialSignUp), /./],
])('after %s the form is kept and can be sent again', async (_what, answer, text) => {
  const heard = openerHears();
  const network = await openScreen(pageFor(), [...ANSWERS, answer], { as: null, site: EU_SITE });
  await complete();
  await agree();
  expect((await screen.findByRole('alert')).textContent).toMatch(text);
  expect(screen.getByLabelText<HTMLInputElement>(/^Institution/).value).toBe('Smile LLC');
  network.answer(replies(socialSignUp, { arrival_code: CODE }));
  await userEvent.click(screen.getByRole('button', { name: 'Create Account' }));
  await agree();
  await waitFor(() => expect(heard).toHaveBeenCalledOnce());
});

test('without a ticket the page names the other site', async () => {
  await openScreen(pageFor({}), ANSWERS, { as: null, site: EU_SITE });
  await complete();
  expect((await screen.findByRole('alert')).textContent).toContain('sign up at us.cusp.example');
});
