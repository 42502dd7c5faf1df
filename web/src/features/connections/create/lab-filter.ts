import type { Connection, DentalLab } from '@cusp/contract/connections';
import { countryName } from '../../../ui/format/country-name.ts';

const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .normalize('NFC');

/** Labs with their countries in the language of the page, which may differ from the account's. */
export const labsIn = (language: string, labs: readonly DentalLab[]): DentalLab[] =>
  labs.map((lab) => ({ ...lab, country_name: countryName(lab.country, language) }));

/** Labs of a country (all without one) whose name, place or people contain the search text. */
export function filterLabs(labs: readonly DentalLab[], search: string, country: string | null): DentalLab[] {
  const wanted = folded(search.trim());
  return labs.filter((lab) => {
    if (country && lab.country !== country) return false;
    const text = [
      lab.company_name,
      lab.name,
      lab.company_address,
      lab.country_name,
      lab.contact_name,
      lab.contact_email,
      lab.email,
    ].join(' ');
    return folded(text).includes(wanted);
  });
}

/** The countries of the labs by code, sorted by name. */
export function countriesOf(labs: readonly DentalLab[], language: string) {
  const names = new Map(labs.map((lab) => [lab.country, lab.country_name]));
  return [...names]
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => one.label.localeCompare(other.label, language));
}

export type LabState = 'free' | 'requested' | 'connected';

/** The existing connection or request between the reader and each lab. */
export function labStates(lists: Record<'pending' | 'accepted' | 'locked', Connection[]> | undefined) {
  const states = new Map<string, LabState>();
  for (const { email, is_owner, status } of lists?.pending ?? [])
    if (is_owner && status === 'REQD') states.set(email.toLowerCase(), 'requested');
  for (const { email, is_owner } of [...(lists?.accepted ?? []), ...(lists?.locked ?? [])])
    if (is_owner) states.set(email.toLowerCase(), 'connected');
  return (lab: DentalLab): LabState => states.get(lab.email.toLowerCase()) ?? 'free';
}

const LONG_NAME = 24;

/** Longer names have a smaller font. */
export const isLongName = (name: string): boolean => [...name].length > LONG_NAME;
