import type { Profile } from '@cusp/contract/profile';
import type { PictureChoice } from '../picture/PictureField.tsx';

const FIELDS = ['first_name', 'last_name', 'role', 'institution', 'country', 'phone', 'address'] as const;
export type ProfileField = (typeof FIELDS)[number];

/** What the form holds, by the names it is sent and checked under. */
export type ProfileValues = Record<ProfileField, string>;

/** Kept by the provider of a social account, so that they are neither asked for nor sent. */
const NAME_FIELDS: readonly ProfileField[] = ['first_name', 'last_name'];
const REQUIRED: readonly ProfileField[] = [...NAME_FIELDS, 'role', 'country'];

/** The form as it is saved. */
export function valuesOf(profile: Profile): ProfileValues {
  const { first_name, last_name, role, institution, country, phone, address } = profile;
  return { first_name, last_name, role, institution, country, phone, address };
}

/** The required fields that are empty, in the order of the form. */
export const missingIn = (values: ProfileValues, isSocial: boolean): ProfileField[] =>
  REQUIRED.filter((field) => values[field].trim() === '' && !(isSocial && NAME_FIELDS.includes(field)));

/** The form as it is sent; an empty picture says that there shall be none. */
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
