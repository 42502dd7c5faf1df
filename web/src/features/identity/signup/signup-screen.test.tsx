// @vitest-environment happy-dom
import {
  defaultCountry,
  humanCheck,
  requestActivate,
  signup,
  validateField,
} from '@cusp/contract/accounts.routes';
import { PAGES } from '@cusp/contract/pages';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import accounts from '../../../../../contract/fixtures/accounts.json';
import { disconnects, hangs, refuses, replies } from '../../../testing/replies.ts';
import { openScreen, TWO_REGIONS } from '../../../testing/screen.tsx';
import type { Recaptcha } from '../human-check/load-recaptcha.ts';

// Tests in Node have no workers: this one answers any challenge at once instead of computing the proof of work.
vi.mock('altcha/workers/pbkdf2?worker', () => ({
  default: class extends EventTarget {
    postMessage({ type }: { type: string }): void {
      const data = { counter: 1, derivedKey: '00', time: 1 };
      if (type === 'work') queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })));
    }
    terminate(): void {}
  },
}));

const CHALLENGE = {
  ...accounts.humanCheck.reply,
  parameters: { ...accounts.humanCheck.reply.parameters, expiresAt: Date.now() / 1000 + 1200 },
};

const VALID = replies(validateField, {});
const ANSWERS = [
  replies(defaultCountry, { data: { country_code: 'DE' } }),
  replies(humanCheck, CHALLENGE),
  VALID,
];

const TYPED = {
  'First name': 'Zoë',
  'Last name': 'O’Brien',
  Email: 'zoe@cusp.example',
  Password: 'three brown molars',
  'Confirm password': 'three brown molars',
};

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const createButton = () =>
  screen.getByText('Create Account', { selector: 'button *' }).closest('button') as HTMLButtonElement;

async function fillIn(): Promise<void> {
  await screen.findByLabelText('First name');
  for (const [label, value] of Object.entries(TYPED)) fireEvent.change(field(label), { target: { value } });
  fireEvent.focus(field('Email'));
  fireEvent.click(screen.getByLabelText('Role', { selector: 'input' }));
  fireEvent.click(await screen.findByText('Dental Clinic'));
  await waitFor(() => expect(createButton().disabled).toBe(false));
}

function expectKept(labels = Object.keys(TYPED) as (keyof typeof TYPED)[]): void {
  for (const label of labels) expect([label, field(label).value]).toEqual([label, TYPED[label]]);
}

describe('field checks', () => {
  const LINES: [label: string, line: string, shown: string][] = [
    ['First name', 'This field may not be blank', 'This field may not be blank'],
    ['Last name', 'Remove the invisible characters.', 'Remove the invisible characters.'],
    ['Email', 'Enter a valid email address.', 'Enter a valid email address.'],
    ['Password', 'This password is too common.', 'This password is too common.'],
    ['Confirm password', 'The two password fields didn’t match', 'The two password fields didn’t match'],
    ['Institution', 'At most 100 characters.', '100'],
    ['Phone', 'Enter a phone number with its country code, such as +49 89 123456.', 'country code'],
  ];

  test('a problem is shown at its field when the field loses focus', async () => {
    const network = await openScreen(PAGES.signup, ANSWERS, { as: null });
    await screen.findByLabelText('First name');
    for (const [label, line, shown] of LINES) {
      network.answer(replies(validateField, { error_message: [line] }));
      const input = screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`));
      fireEvent.change(input, { target: { value: 'x' } });
      fireEvent.blur(input);
      await waitFor(() => expect([label, input.getAttribute('aria-invalid')]).toEqual([label, 'true']));
      const described = (input.getAttribute('aria-describedby') ?? '').split(' ');
      expect(described.map((id) => document.getElementById(id)?.textContent).join(' ')).toContain(shown);
      expect(input.value).toBe('x');
    }
  });

  test('an error disappears once the field is valid', async () => {
    const network = await openScreen(
      PAGES.signup,
      [...ANSWERS, replies(validateField, { error_message: ['Enter a valid email address.'] })],
      { as: null },
    );
    const email = await screen.findByLabelText<HTMLInputElement>('Email');
    fireEvent.change(email, { target: { value: 'zoe' } });
    fireEvent.blur(email);
    await waitFor(() => expect(email.getAttribute('aria-invalid')).toBe('true'));
    network.answer(VALID);
    fireEvent.change(email, { target: { value: 'zoe@cusp.example' } });
    fireEvent.blur(email);
    await waitFor(() => expect(email.getAttribute('aria-invalid')).not.toBe('true'));
  });
});

test('the country of an unknown visitor is looked up once, however much is typed', async () => {
  const unknown = replies(defaultCountry, { data: { country_code: null } });
  const network = await openScreen(PAGES.signup, [...ANSWERS, unknown], { as: null });
  await screen.findByLabelText('First name');
  for (const [label, value] of Object.entries(TYPED)) {
    fireEvent.change(field(label), { target: { value } });
    fireEvent.blur(field(label));
  }
  await waitFor(() => expect(network.count(validateField)).toBeGreaterThan(0));
  expectKept();
  expect(network.count(defaultCountry)).toBe(1);
});

describe('sending', () => {
  test('Enter in an incomplete form names what is missing and sends nothing', async () => {
    const network = await openScreen(PAGES.signup, ANSWERS, { as: null });
    await userEvent.type(await screen.findByLabelText('First name'), 'Zoë{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('Please enter all required items.');
    expect(network.count(signup)).toBe(0);
    expect(field('First name').value).toBe('Zoë');
  });

  test('different passwords are cleared, and everything else is kept', async () => {
    const network = await openScreen(PAGES.signup, ANSWERS, { as: null });
    await fillIn();
    fireEvent.change(field('Confirm password'), { target: { value: 'three brown teeth' } });
    fireEvent.click(createButton());
    await waitFor(() => expect(field('Password').value).toBe(''));
    expect(field('Confirm password').value).toBe('');
    expect(field('Password').getAttribute('aria-invalid')).toBe('true');
    expectKept(['First name', 'Last name', 'Email']);
    expect(network.count(signup)).toBe(0);
  });

  test('the sign-up form is locked while it is sent, and a second click sends nothing', async () => {
    const network = await openScreen(PAGES.signup, [...ANSWERS, hangs(signup)], { as: null });
    await fillIn();
    fireEvent.click(createButton());
    await waitFor(() => expect(network.count(signup)).toBe(1));
    expect(createButton().getAttribute('data-loading')).toBe('true');
    expect(field('Email').disabled).toBe(true);
    fireEvent.click(createButton());
    expect(network.count(signup)).toBe(1);
  });

  test('a site with two regions names the one of the country, and declining sends nothing and keeps the human check', async () => {
    const network = await openScreen(PAGES.signup, [...ANSWERS, hangs(signup)], {
      as: null,
      site: TWO_REGIONS,
    });
    await fillIn();
    fireEvent.click(createButton());
    expect(await screen.findByText(/\(Germany: European Union\)/)).toBeTruthy();
    fireEvent.click(screen.getByText('Cancel'));
    await waitFor(() => expect(createButton().disabled).toBe(false));
    expectKept();
    expect(network.count(signup)).toBe(0);
    expect(screen.getByText('Human check passed')).toBeTruthy();
    fireEvent.click(createButton());
    fireEvent.click(await screen.findByText('OK'));
    await waitFor(() => expect(network.count(signup)).toBe(1));
    expect(network.count(humanCheck)).toBe(1);
  });

  describe('for a country of the other region', () => {
    const EU = 'https://eu.cusp.example';
    const site = { server_loc: 'US', other_region_url: EU } as const;
    const PATHS = [signup, humanCheck, requestActivate].map(({ path }) => path as string);

    test('the other site gets the form, without cookies or a token, and sends the mail again', async () => {
      const network = await openScreen(
        PAGES.signup,
        [
          ...ANSWERS,
          replies(signup, { uid: 'MjI1', next_in: 0 }),
          replies(requestActivate, { sent: true, next_in: 60 }),
        ],
        { as: null, site },
      );
      await fillIn();
      fireEvent.click(createButton());
      fireEvent.click(await screen.findByText('OK'));
      expect(await screen.findByText('Check your inbox')).toBeTruthy();
      fireEvent.click(screen.getByText('Send again'));
      await waitFor(() => expect(network.count(requestActivate)).toBe(1));
      expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe(`${EU}/`);
      const calls = network.sent.filter(({ path }) => PATHS.includes(path));
      expect(new Set(calls.map(({ origin }) => origin))).toEqual(new Set([EU]));
      for (const { headers } of calls)
        expect(headers).toMatchObject({ 'cusp-visitor': expect.stringMatching(/^[\w-]{43}$/) });
      expect(calls.some(({ headers }) => 'authorization' in headers)).toBe(false);
    });

    test('no field of the form is sent before the country is chosen, and then all are checked', async () => {
      const network = await openScreen(
        PAGES.signup,
        [...ANSWERS, replies(defaultCountry, { data: { country_code: null } })],
        { as: null, site },
      );
      await screen.findByLabelText('First name');
      for (const [label, value] of Object.entries(TYPED)) {
        fireEvent.change(field(label), { target: { value } });
        fireEvent.blur(field(label));
      }
      await userEvent.click(screen.getByLabelText('Country', { selector: 'input' }));
      expect(network.count(validateField)).toBe(0);
      await userEvent.click(await screen.findByText('Germany'));
      await waitFor(() => expect(network.count(validateField)).toBeGreaterThanOrEqual(5));
      const checks = network.sent.filter(({ path }) => path === validateField.path);
      expect(new Set(checks.map(({ origin }) => origin))).toEqual(new Set([EU]));
    });

    test('a message says that an invitation of this region stays behind', async () => {
      await openScreen(`${PAGES.signup}#MQ.token`, [...ANSWERS, hangs(signup)], { as: null, site });
      await fillIn();
      fireEvent.click(createButton());
      expect(await screen.findByText(/will not be connected by signing up/)).toBeTruthy();
    });

    test('an unreachable site is named as the reason, and the input is kept', async () => {
      await openScreen(PAGES.signup, [...ANSWERS, disconnects(signup)], { as: null, site });
      await fillIn();
      fireEvent.click(createButton());
      fireEvent.click(await screen.findByText('OK'));
      expect((await screen.findByRole('alert')).textContent).toContain(
        'The other data region can’t be reached',
      );
      expectKept();
    });
  });

  test('a site with one region asks nothing about it', async () => {
    const network = await openScreen(PAGES.signup, [...ANSWERS, hangs(signup)], { as: null });
    await fillIn();
    fireEvent.click(createButton());
    await waitFor(() => expect(network.count(signup)).toBe(1));
    expect(screen.queryByText('Data storage region')).toBeNull();
  });

  test('a refusal is shown, keeps the input and can be retried', async () => {
    const network = await openScreen(PAGES.signup, [...ANSWERS, refuses(signup, 'human_check_failed')], {
      as: null,
    });
    await fillIn();
    fireEvent.click(createButton());
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Unable to sign up');
    expect(alert.textContent).toMatch(/human check/i);
    expectKept();
    network.answer(replies(signup, { uid: 'MjI1', next_in: 60 }));
    fireEvent.click(createButton());
    expect(await screen.findByText('Check your inbox')).toBeTruthy();
  });

  test('a refused field shows its error and keeps the input', async () => {
    const errors = [{ field: 'username', code: 'email_taken', message: 'This email cannot be used' }];
    await openScreen(PAGES.signup, [...ANSWERS, refuses(signup, 'invalid_input', { errors })], { as: null });
    await fillIn();
    fireEvent.click(createButton());
    await waitFor(() => expect(field('Email').getAttribute('aria-invalid')).toBe('true'));
    expectKept();
  });

  test('a lost connection shows an error and keeps the input', async () => {
    await openScreen(PAGES.signup, [...ANSWERS, disconnects(signup)], { as: null });
    await fillIn();
    fireEvent.click(createButton());
    expect((await screen.findByRole('alert')).textContent).toContain('Unable to sign up');
    expectKept();
  });

  test('a failed human check can be repeated', async () => {
    const network = await openScreen(PAGES.signup, [...ANSWERS, refuses(humanCheck, 'internal')], {
      as: null,
    });
    await userEvent.click(await screen.findByLabelText('First name'));
    expect(await screen.findByText('The human check could not be done.')).toBeTruthy();
    network.answer(replies(humanCheck, CHALLENGE));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Human check passed')).toBeTruthy();
  });

  test('Google’s human check is loaded again after a failure, and its response is sent', async () => {
    const scripts: HTMLScriptElement[] = [];
    vi.spyOn(document.head, 'append').mockImplementation((added) => {
      scripts.push(added as HTMLScriptElement);
    });
    const network = await openScreen(
      PAGES.signup,
      [...ANSWERS, replies(signup, { uid: 'MjI1', next_in: 0 })],
      {
        as: null,
        site: { recaptcha_key: 'site-key' },
      },
    );
    await fillIn();
    await waitFor(() => expect(scripts).toHaveLength(1));
    scripts[0]?.onerror?.('unreachable');
    await screen.findByText('The human check could not be done.');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(scripts).toHaveLength(2));
    const render = vi.fn<Recaptcha['render']>(() => 7);
    vi.stubGlobal('grecaptcha', {
      ready: (run) => run(),
      render,
      getResponse: (box) => (box === 7 ? 'ticked' : ''),
      reset: () => {},
    } satisfies Recaptcha);
    scripts[1]?.onload?.(new Event('load'));
    await waitFor(() => expect(render).toHaveBeenCalledTimes(1));
    expect(render.mock.calls[0]?.[1].sitekey).toBe('site-key');
    fireEvent.click(createButton());
    await waitFor(() => expect(network.count(signup)).toBe(1));
    const form = network.sent.find(({ path }) => path === signup.path)?.body as FormData;
    expect(form.get('g-recaptcha-response')).toBe('ticked');
    expect(network.count(humanCheck)).toBe(0);
  });
});
