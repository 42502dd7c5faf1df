import * as z from 'zod';
import { ROLES } from './accounts.routes.ts';
import { endpoint } from './endpoint.ts';
import { Role } from './identity.ts';
import { CountedPage, listQuery } from './staff-lists.ts';
import { StaffUser } from './staff-users.ts';
import * as routes from './user-locations.routes.ts';
import { ServerLoc } from './wire.ts';

/** Number of existing people that share these four facts. */
export const UserPlace = z.object({
  /** ISO 3166-1 alpha-2, or `none`. */
  country: z.string(),
  role: Role,
  region: ServerLoc,
  /** Whether they have confirmed their email address. */
  is_confirmed: z.boolean(),
  count: z.number().int(),
});
export type UserPlace = z.infer<typeof UserPlace>;

export const userLocations = endpoint(routes.userLocations, {
  summary: 'How many users there are by country, kind of institution, region and confirmation',
  reply: z.object({ places: z.array(UserPlace) }),
});

const any = <const Values extends readonly string[]>(values: Values) =>
  z
    .enum(['', ...values])
    .catch('')
    .default('');

export const peopleOfCountry = endpoint(routes.peopleOfCountry, {
  summary: 'The users of a country, newest first',
  query: listQuery(routes.PEOPLE_SORTS, routes.PEOPLE_DEFAULT_SORT).extend({
    country: z.string().regex(/^([A-Z]{2}|none)$/),
    role: any(ROLES),
    region: any(ServerLoc.options),
    confirmed: any(['yes', 'no']),
  }),
  reply: z.object({ users: z.array(StaffUser), page: CountedPage }),
});
