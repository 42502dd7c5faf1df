import type { SignedInElsewhere } from '@cusp/contract/sign-in';
import type { Config } from '../../platform/config/config.ts';
import { encodeId } from '../../platform/http/idb64.ts';
import { serverLocOf } from '../../platform/region/region.ts';
import { otherRegion } from '../../platform/region/signed-request.ts';
import type { Services } from '../../platform/services.ts';
import { loadUser } from './user.sql.ts';

/** The reply to a sign-in or refresh, and its person. */
export async function authResultOf(services: Services, userId: number, access: string) {
  const user = await loadUser(services.db, userId);
  const here = serverLocOf(services.config.region);
  const result = {
    access,
    uid: encodeId(userId),
    user_loc: serverLocOf(user.region),
    server_loc: here,
    ...(user.presence === 'home' ? {} : { guest: true as const }),
  };
  return { user, result };
}

/** The reply to a sign-in of a person whose account is in the other region, with that region's code. */
export const elsewhereOf = ({ region }: Pick<Config, 'region'>, code: string): SignedInElsewhere => ({
  user_loc: serverLocOf(otherRegion(region)),
  server_loc: serverLocOf(region),
  arrival_code: code,
});
