import { route } from './endpoint.ts';
import { STAFF_AREAS } from './staff.routes.ts';

/** Stands in for the country of people without one. */
export const NO_COUNTRY = 'none';
export const PEOPLE_SORTS = ['created'] as const;
export const PEOPLE_DEFAULT_SORT = 'created desc';

export const userLocations = route({
  method: 'GET',
  path: '/v1/cs/user-locations/',
  access: 'user',
  staff: STAFF_AREAS.userLocations,
});
export const peopleOfCountry = route({
  method: 'GET',
  path: '/v1/cs/user-locations/people/',
  access: 'user',
  staff: STAFF_AREAS.userLocations,
});
