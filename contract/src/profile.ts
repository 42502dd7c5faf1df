import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { Country, PersonName, Phone, Role, User, UserSettings } from './identity.ts';
import { LIMITS } from './limits.ts';
import * as routes from './profile.routes.ts';
import { IdB64, line, ServerLoc, SocialProvider } from './wire.ts';

export const Profile = z.object({
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  role: Role,
  role_locked: z.enum(['group', 'case']).nullable(),
  institution: z.string(),
  country: z.string(),
  phone: z.string(),
  phone_verified: z.boolean(),
  address: z.string(),
  picture: z.string().nullable(),
  social_provider: SocialProvider.nullable(),
});
export type Profile = z.infer<typeof Profile>;

export const getProfile = endpoint(routes.getProfile, {
  summary: 'One’s own profile',
  reply: Profile,
});

export const editProfile = endpoint(routes.editProfile, {
  summary: 'Change one’s profile; file `picture` replaces the picture, an empty field `picture` removes it',
  encoding: 'multipart',
  body: z.object({
    first_name: PersonName.optional(),
    last_name: PersonName.optional(),
    role: Role,
    institution: line(LIMITS.institution).default(''),
    country: Country,
    phone: z.union([z.literal(''), Phone]).default(''),
    address: line(LIMITS.address).default(''),
    picture: z.literal('').optional(),
  }),
  reply: z.object({ user: User, user_loc: ServerLoc, server_loc: ServerLoc }),
});

export const editSettings = endpoint(routes.editSettings, {
  withoutAgreement: true,
  summary: 'Change one’s settings; absent ones are kept',
  body: UserSettings.omit({
    data_location: true,
    data_loc_set: true,
    data_loc_set_date: true,
    data_migrated: true,
    data_moving: true,
  })
    .extend({
      // The specification uses both names for parallel projection.
      _3d_projection: z
        .enum(['perspective', 'parallel', 'orthographic'])
        .transform((name) => (name === 'perspective' ? name : 'parallel')),
    })
    .partial(),
  reply: UserSettings,
});

/** Counts for the badge of the navigation: requests that wait for the signed-in person. */
export const alarms = endpoint(routes.alarms, {
  summary: 'Pending connection and group requests',
  reply: z.object({
    contacts: z.array(z.object({ id: z.number() })),
    sg_users: z.array(z.object({ id: z.number() })),
  }),
});

export const userPicture = endpoint(routes.userPicture, {
  summary: 'Picture of oneself, a group member, a connection or a party of a shared case',
  params: z.object({ idb64: IdB64 }),
  query: z.object({ v: z.string().max(40).optional() }),
});
