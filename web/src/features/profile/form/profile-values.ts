import type { Profile } from '@cusp/contract/profile';
import type { PictureChoice } from '../picture/PictureField.tsx';

const FIELDS = ['first_name', 'last_name', 'role', 'institution', 'country', 'phone', 'address'] as const;
export type ProfileField = (typeof FIELDS)[number];

/** The state of the form, by field names of the wire. */
export type ProfileValues = Record<ProfileField, string>;

/** The provider of a social account owns these, so they are neither required nor sent. */
const NAME_FIELDS: readonly ProfileField[] = ['first_name', 'last_name'];
const REQUIRED: readonly ProfileField[] = [...NAME_FIELDS, 'role', 'country'];

/** The form state of a saved profile. */
export function valuesOf(profile: Profile): ProfileValues {
  const { first_name, last_name, role, institution, country, phone, address } = profile;
  return { first_name, last_name, role, institution, country, phone, address };
}

/** The required fields that are empty, in form order. */
export const missingIn = (values: ProfileValues, isSocial: boolean): ProfileField[] =>
  REQUIRED.filter((field) => values[field].trim() === '' && !(isSocial && NAME_FIELDS.includes(field)));

/** The form data to send; an empty picture removes the current one. */
export function profileForm(
  values: ProfileValues,
  { isSocial, picture, hasPicture }: { isSocial: boolean; picture: PictureChoice; hasPicture: boolean },
): FormData {
  const form = new FormData();
  for (const field of FIELDS)
    if (!(isSocial && NAME_FIELDS.includes(field))) form.append(field, values[field]);
  if (picture instanceof File) form.append('picture', picture);
  else if (picture === 'removed' || !hasPicture) form.append('picture', '');
  return form;
}
