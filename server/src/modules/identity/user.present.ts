import type { Role, User, UserSettings } from '@cusp/contract/identity';
import type { Selectable } from 'kysely';
import type { AppUserTable } from '../../platform/db/tables/identity.ts';
import { encodeId } from '../../platform/http/idb64.ts';
import { serverLocOf } from '../../platform/region/region.ts';
import { nameOf, pictureOf } from '../people/person.present.ts';

type UserRow = Selectable<AppUserTable>;

export const institutionTypeOf = (role: Role): User['inst_type_guessed'] =>
  role === 'Dental Clinic' ? 'Clinic' : role === 'Dental Lab' ? 'Lab' : 'other';

/** Signing up assigns the region immediately; the two timestamps come from different clocks. */
const SIGN_UP_MS = 60_000;

const isMigrated = ({ region, region_set_at, created_at }: UserRow): boolean =>
  region === 'eu' && region_set_at !== null && region_set_at.getTime() - created_at.getTime() > SIGN_UP_MS;

export function presentSettings(user: UserRow): UserSettings {
  return {
    use_auto_refresh: user.use_auto_refresh,
    post_publish_email: user.post_publish_email,
    post_edit_email: user.post_edit_email,
    comment_add_email: user.comment_add_email,
    comment_edit_email: user.comment_edit_email,
    _3d_projection: user.projection,
    data_location: serverLocOf(user.region),
    data_loc_set: user.region_set_at !== null,
    data_loc_set_date: user.region_set_at?.toISOString() ?? null,
    data_migrated: isMigrated(user),
    language: user.language,
    shortcuts: user.shortcuts,
    inbox_off: user.inbox_off,
    push_kinds: user.push_kinds,
  };
}

export function presentUser(
  user: UserRow & { has_group: boolean; is_moving: boolean; social_provider: User['social_provider'] },
): User {
  return {
    id: user.id,
    idb64: encodeId(user.id),
    email: user.email,
    first_name: user.first_name,
    last_name: user.last_name,
    name: nameOf(user),
    picture: pictureOf(user),
    social_auth: user.social_provider !== null,
    social_provider: user.social_provider,
    inst_type_guessed: institutionTypeOf(user.role),
    has_sharegroup: user.has_group,
    is_device_manager: user.is_device_manager,
    is_sales_manager: user.is_sales_manager,
    is_staff: user.is_staff,
    is_device_user_viewer: user.is_device_user_viewer,
    is_device_rental_manager: user.is_device_rental_manager,
    settings: { ...presentSettings(user), ...(user.is_moving ? { data_moving: true } : {}) },
  };
}
