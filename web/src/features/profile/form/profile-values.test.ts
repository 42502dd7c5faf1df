import type { Profile } from '@cusp/contract/profile';
import { editProfile } from '@cusp/contract/profile';
import { expect, test } from 'vitest';
import { missingIn, profileForm, valuesOf } from './profile-values.ts';

const profile: Profile = {
  username: 'ada@clinic.example',
  first_name: 'Ada',
  last_name: 'Berg',
  role: 'Dental Clinic',
  role_locked: null,
  institution: '',
  country: 'DE',
  phone: '',
  phone_verified: false,
  address: '',
  picture: null,
  social_provider: null,
};
const values = valuesOf(profile);

test.each(['first_name', 'last_name', 'role', 'country'] as const)('%s is required', (field) => {
  for (const empty of ['', '  ']) expect(missingIn({ ...values, [field]: empty }, false)).toEqual([field]);
});

test('institution, phone and address are optional', () => expect(missingIn(values, false)).toEqual([]));

test('social accounts require role and country only, and send no name', () => {
  const empty = { ...values, first_name: '', last_name: '', role: '', country: '' };
  expect(missingIn(empty, true)).toEqual(['role', 'country']);
  const form = profileForm(values, { isSocial: true, picture: null, hasPicture: true });
  expect([...form.keys()]).toEqual(['role', 'institution', 'country', 'phone', 'address']);
});

test('the form data is valid by the contract', () => {
  const form = profileForm(values, { isSocial: false, picture: null, hasPicture: false });
  expect(editProfile.body.parse(Object.fromEntries(form))).toEqual({ ...values, picture: '' });
});

test.each([
  ['is kept by silence', null, true, []],
  ['that nobody has is empty', null, false, ['']],
  ['is removed by an empty one', 'removed', true, ['']],
] as const)('a picture %s', (_what, picture, hasPicture, sent) => {
  expect(profileForm(values, { isSocial: false, picture, hasPicture }).getAll('picture')).toEqual(sent);
});

test('a new picture is sent as a file', () => {
  const picture = new File(['x'], 'picture.png');
  const form = profileForm(values, { isSocial: false, picture, hasPicture: false });
  expect(form.getAll('picture')).toEqual([expect.any(File)]);
});
