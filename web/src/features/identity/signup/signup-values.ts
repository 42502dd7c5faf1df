import type { SignupFields } from '@cusp/contract/accounts';

type Wire = keyof typeof SignupFields.shape;

/** What the form holds, by the names it is sent and checked under. */
export type SignupValues = Record<Exclude<Wire, 'g-recaptcha-response'>, string>;

const REQUIRED: readonly (keyof SignupValues)[] = [
  'first_name',
  'last_name',
  'username',
  'password',
  'password_confirm',
  'role',
  'country',
];

/**
 * The empty form, with what an invitation's address brings: `email`, `fname`, `lname`, and behind `#` which request
 * is accepted by it.
 */
export function valuesAtStart(search: string, hash = ''): SignupValues {
  const query = new URLSearchParams(search);
  return {
    first_name: query.get('fname') ?? '',
    last_name: query.get('lname') ?? '',
    username: query.get('email') ?? '',
    password: '',
    password_confirm: '',
    role: '',
    institution: '',
    country: '',
    phone: '',
    address: '',
    invitation: hash.replace(/^#/, '').slice(0, 300),
  };
}

/** Marks the way back to the form because of a wrong address. */
export const AGAIN = 'sign-up-again';

let sent: SignupValues | null = null;

/** Keeps what was sent, without the passwords, while the page is open: a wrong address is mended in the same form. */
export function keepSent(values: SignupValues): void {
  sent = { ...values, password: '', password_confirm: '' };
}

/** The form that was sent, for somebody who comes back to it. */
export const sentValues = (state: unknown): SignupValues | null => (state === AGAIN ? sent : null);

/** Whether every required item is there. */
export const isComplete = (values: SignupValues): boolean =>
  REQUIRED.every((field) => values[field].trim() !== '');

/** The form as it is sent. */
export function signupForm(values: SignupValues, picture: File | null, humanResponse: string): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(values)) form.append(field, value);
  form.append('g-recaptcha-response', humanResponse);
  if (picture) form.append('picture', picture);
  return form;
}
