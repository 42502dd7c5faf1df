import { SignupFields } from '@cusp/contract/accounts';
import { expect, test } from 'vitest';
import { isComplete, type SignupValues, signupForm, valuesAtStart } from './signup-values.ts';

const filled: SignupValues = {
  first_name: 'Ada',
  last_name: 'Berg',
  username: 'ada@clinic.example',
  password: 'granite tulip',
  password_confirm: 'granite tulip',
  role: 'Dental Clinic',
  institution: '',
  country: 'DE',
  phone: '',
  address: '',
  invitation: '',
};

test('the query of an invitation fills the form', () => {
  const values = valuesAtStart('?email=a%2Bb%40c.example&fname=Ada&lname=%EA%B9%80');
  expect(values).toMatchObject({ username: 'a+b@c.example', first_name: 'Ada', last_name: '김' });
  expect(values.password).toBe('');
});

test('the hash of a mailed request is sent with the form', () => {
  expect(valuesAtStart('?email=a@b.example', '#MTU.token').invitation).toBe('MTU.token');
  expect(signupForm(valuesAtStart('', '#MTU.token'), null, '').get('invitation')).toBe('MTU.token');
});

test('institution, phone and address are optional', () => expect(isComplete(filled)).toBe(true));

test.each([
  'first_name',
  'last_name',
  'username',
  'password',
  'password_confirm',
  'role',
  'country',
] as const)('the form is incomplete without %s', (field) => {
  expect(isComplete({ ...filled, [field]: '' })).toBe(false);
  expect(isComplete({ ...filled, [field]: '   ' })).toBe(false);
});

test('the form data is valid by the contract', () => {
  const form = signupForm(filled, new File(['x'], 'picture.png'), 'solved');
  const fields = Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'));
  expect(SignupFields.parse(fields)).toMatchObject({ ...filled, 'g-recaptcha-response': 'solved' });
  expect(form.get('picture')).toBeInstanceOf(File);
  expect(signupForm(filled, null, '').has('picture')).toBe(false);
});
