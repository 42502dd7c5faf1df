import { ROLES } from '@cusp/contract/accounts.routes';
import type { UserPlace } from '@cusp/contract/user-locations';
import type { ListState } from '../../../ui/data-list/use-list-state.ts';

export interface CountryCount {
  /** ISO 3166-1 alpha-2, or `none`. */
  code: string;
  total: number;
  confirmed: number;
}

interface Filters {
  role: (typeof ROLES)[number] | '';
  confirmed: 'yes' | 'no' | '';
  region: 'EU' | 'US' | '';
}

/** The filters in the address; an unknown value of a filter does not restrict the list. */
export function filtersOf({ filters: { role, confirmed, region } }: ListState): Filters {
  return {
    role: ROLES.find((each) => each === role) ?? '',
    confirmed: confirmed === 'yes' || confirmed === 'no' ? confirmed : '',
    region: region === 'EU' || region === 'US' ? region : '',
  };
}

/** Whether a place passes the filters; '' does not filter. */
export const fits =
  ({ role, confirmed, region }: Filters) =>
  (place: UserPlace): boolean =>
    (!role || place.role === role) &&
    (!region || place.region === region) &&
    (!confirmed || place.is_confirmed === (confirmed === 'yes'));

/** The countries of some places, most people first. */
export function byCountry(places: readonly UserPlace[]): CountryCount[] {
  const counts = new Map<string, CountryCount>();
  for (const { country: code, count, is_confirmed } of places) {
    const before = counts.get(code) ?? { code, total: 0, confirmed: 0 };
    counts.set(code, {
      code,
      total: before.total + count,
      confirmed: before.confirmed + (is_confirmed ? count : 0),
    });
  }
  return [...counts.values()].sort((a, b) => b.total - a.total || (a.code < b.code ? -1 : 1));
}
