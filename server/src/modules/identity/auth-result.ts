import { encodeId } from '../../platform/http/idb64.ts';
import { serverLocOf } from '../../platform/region/region.ts';
import type { Services } from '../../platform/services.ts';
import { loadUser } from './user.sql.ts';

/** The reply to a sign-in or refresh, and its person. */
export async function authResultOf(services: Services, userId: number, access: string) {
  const user = await loadUser(services.db, userId);
  const here = serverLocOf(services.config.region);
  const result = { access, uid: encodeId(userId), user_loc: serverLocOf(user.region), server_loc: here };
  return { user, result };
}
