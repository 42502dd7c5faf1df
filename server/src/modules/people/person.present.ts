import { API_BASE } from '@cusp/contract/endpoint';
import { fullName } from '@cusp/text/names';
import { encodeId } from '../../platform/http/idb64.ts';

/** The fields of a person needed to name and show them to others. */
export interface PersonRow {
  id: number;
  first_name: string;
  last_name: string;
  institution: string;
  picture_key: string | null;
  deleted_at: Date | string | null;
}

/** Whether the person is unknown because the account was deleted. */
export const isUnknown = (person: PersonRow | null | undefined): boolean =>
  !person || person.deleted_at !== null;

/** The full name; '' for a deleted account. */
export function nameOf(person: PersonRow | null | undefined): string {
  if (!person || person.deleted_at !== null) return '';
  return fullName(person.first_name, person.last_name);
}

/** The institution, '' without one and for deleted accounts. */
export const institutionOf = (person: PersonRow | null | undefined): string =>
  person && person.deleted_at === null ? person.institution : '';

/**
 * The institution, by which the other side refers to a person; their name if they have none, '' for deleted accounts.
 */
export const partyOf = (person: PersonRow): string =>
  person.deleted_at === null ? person.institution || nameOf(person) : '';

/** Path of the picture, which changes with each new picture; null without one. */
export function pictureOf(person: PersonRow | null | undefined): string | null {
  return person && person.deleted_at === null ? picturePath(person.id, person.picture_key) : null;
}

/** Path of the picture that is stored under this key. */
export function picturePath(userId: number | null, key: string | null): string | null {
  if (userId === null || key === null) return null;
  const version = encodeURIComponent(key.split('/').at(-1) ?? '').slice(0, 40);
  return `${API_BASE}/v1/user/picture/${encodeId(userId)}/?v=${version}`;
}
