import type { AuthResult } from '@cusp/contract/sign-in';
import { appInfo } from '../../../brand/app-info.ts';
import { safeNext } from '../../../client/next-path.ts';
import { beginSession } from '../../../client/session/session.ts';

/**
 * Goes on with what a sign-in answered, however it was done. People whose data lies in the other region go
 * to its site; for the others the session begins, and the page's guard leads on. `search` is the page's own.
 */
export async function arrive(auth: AuthResult, search: string): Promise<void> {
  const other = appInfo().other_region_url;
  if (auth.user_loc === auth.server_loc || !other) return beginSession(auth);
  const next = safeNext(new URLSearchParams(search).get('next'));
  location.assign(`${other}/login${next ? `?next=${encodeURIComponent(next)}` : ''}`);
}
