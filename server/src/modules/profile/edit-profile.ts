import { BLANK } from '@cusp/contract/identity';
import type { editProfile as endpoint } from '@cusp/contract/profile';
import { asksForRegion, fixesRegion } from '@cusp/contract/storage-region';
import { sql } from 'kysely';
import type * as z from 'zod';
import { skinOfKey } from '../../platform/brand/brands.ts';
import { cleanPicture, type StoredPicture, withStoredPicture } from '../../platform/files/picture.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import { serverLocOf } from '../../platform/region/region.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { planAgain } from '../case-access/work-calendar.sql.ts';
import { spendPhoneProof } from '../identity/phone-proof.ts';
import { loadUser } from '../identity/user.sql.ts';
import { noteGuest } from '../share-groups/circles-changed.ts';
import { roleLockOf } from './role-lock.sql.ts';

type Fields = z.output<typeof endpoint.body>;

/**
 * Changes one's own profile. The role is fixed while a group or case relies on it; a new phone number must be verified
 * first; a social account's name comes from its provider; bytes of a replaced picture are removed after the commit. On
 * a cloud brand the country also fixes the storage region of a person without one, as the page has asked them.
 */
export async function editProfile(
  services: Services,
  actor: Actor,
  fields: Fields,
  pictureBytes: Buffer | null,
  brand: string,
): Promise<void> {
  const { config } = services;
  await checkName(services, actor, fields);
  const picture = pictureBytes && cleanPicture(pictureBytes);
  await withStoredPicture(services, picture, (stored) =>
    inTransaction(services, actor, async (work) => {
      const before = found(
        await work.tx
          .selectFrom('app_user')
          .select(['role', 'country', 'phone', 'phone_verified', 'picture_key', 'region_set_at'])
          .where('id', '=', actor.userId)
          .where('deleted_at', 'is', null)
          .forUpdate()
          .executeTakeFirst(),
      );
      if (fields.role !== before.role && (await roleLockOf(work.tx, actor.userId)))
        throw new Refusal('role_locked', 'role');
      const samePhone = withoutBlanks(fields.phone) === withoutBlanks(before.phone);
      const phoneVerified =
        (samePhone && before.phone_verified) || (await spendPhoneProof(work, actor, fields.phone));
      if (fields.phone !== '' && !samePhone && !phoneVerified)
        throw new Refusal('phone_not_verified', 'phone');
      const isFixed = fixesRegion({
        isAsked: asksForRegion({ isCloud: skinOfKey(brand).is_cloud, otherRegionUrl: config.otherRegionUrl }),
        isSet: before.region_set_at !== null,
        country: fields.country,
        serverLoc: serverLocOf(config.region),
      });
      const picturing = pictureColumns(stored, fields.picture === '');
      await work.tx
        .updateTable('app_user')
        .set({
          ...(fields.first_name === undefined ? {} : { first_name: fields.first_name }),
          ...(fields.last_name === undefined ? {} : { last_name: fields.last_name }),
          role: fields.role,
          institution: fields.institution,
          country: fields.country,
          phone: fields.phone,
          phone_verified: phoneVerified,
          address: fields.address,
          ...picturing,
          ...(isFixed ? { region: config.region, region_set_at: sql<Date>`now()` } : {}),
          updated_at: sql`now()`,
        })
        .where('id', '=', actor.userId)
        .execute();
      // The time zone of a practice that has not chosen one is that of its country.
      if (fields.country !== before.country) await planAgain(work.tx, [actor.userId]);
      await noteGuest(work, actor.userId);
      if (picturing && before.picture_key) await work.enqueue('delete-bytes', { key: before.picture_key });
      await work.audit({
        action: 'user_changed',
        object: { type: 'user', id: actor.userId },
        detail: isFixed ? { region: config.region } : {},
      });
    }),
  );
}

const withoutBlanks = (phone: string): string => phone.replaceAll(' ', '');

function pictureColumns(stored: StoredPicture | null, remove: boolean): StoredPicture | null {
  return stored ?? (remove ? { picture_key: null, picture_type: null } : null);
}

async function checkName(services: Services, actor: Actor, fields: Fields): Promise<void> {
  const known = await loadUser(services.db, actor.userId);
  for (const name of ['first_name', 'last_name'] as const) {
    if (fields[name] === undefined || fields[name] === known[name]) continue;
    if (known.social_provider) throw new Refusal('social_account', name);
    if (fields[name] === '')
      throw new Refusal('invalid_input', { errors: [{ field: name, code: 'too_small', message: BLANK }] });
  }
}
