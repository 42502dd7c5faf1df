import type { SignupFields } from '@cusp/contract/accounts';

type Wire = keyof typeof SignupFields.shape;

/** The state of the form, by field names of the wire. */
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
 * The initial form, with the data of an invitation's URL: `email`, `fname`, `lname`, and in the hash the request that
 * is accepted by signing up.
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

/** Router state of returning to the form to correct the email address. */
export const AGAIN = 'sign-up-again';

let sent: SignupValues | null = null;

/** Keeps the sent form in memory, without passwords, so that a wrong address can be corrected in it. */
export function keepSent(values: SignupValues): void {
  sent = { ...values, password: '', password_confirm: '' };
}

/** The sent form, for a person who returns to it. */
export const sentValues = (state: unknown): SignupValues | null => (state === AGAIN ? sent : null);

/** Whether every required field is filled in. */
export const isComplete = (values: SignupValues): boolean =>
  REQUIRED.every((field) => values[field].trim() !== '');

/** The form data to send. */
export function signupForm(values: SignupValues, picture: File | null, humanResponse: string): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(values)) form.append(field, value);
  form.append('g-recaptcha-response', humanResponse);
  if (picture) form.append('picture', picture);
  return form;
}
