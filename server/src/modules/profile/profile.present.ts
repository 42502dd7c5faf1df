import type { Profile } from '@cusp/contract/profile';
import type { Selectable } from 'kysely';
import type { AppUserTable } from '../../platform/db/tables/identity.ts';
import { pictureOf } from '../people/person.present.ts';

export function presentProfile(
  user: Selectable<AppUserTable> & Pick<Profile, 'social_provider'>,
  roleLock: Profile['role_locked'],
): Profile {
  return {
    username: user.email,
    first_name: user.first_name,
    last_name: user.last_name,
    role: user.role,
    role_locked: roleLock,
    institution: user.institution,
    country: user.country,
    phone: user.phone,
    phone_verified: user.phone_verified,
    address: user.address,
    picture: pictureOf(user),
    social_provider: user.social_provider,
  };
}
