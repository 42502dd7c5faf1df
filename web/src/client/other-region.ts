import { PAGES } from '@cusp/contract/pages';
import { regionOfSid, sidOf } from '@cusp/contract/storage-region';
import { appInfo } from '../brand/app-info.ts';

export interface Elsewhere {
  region: 'EU' | 'US';
  host: string;
  href: string;
}

/**
 * Where this page's link leads in the other region, for a link that this region refuses: the same page if `sid` names
 * that region, or if what the link is for moves along (`moves`), else its sign-in page. Null where there is one region.
 */
export function elsewhereOf(sid: string | null, { moves = false } = {}): Elsewhere | null {
  const { other_region_url: other, server_loc } = appInfo();
  if (!other) return null;
  const region = server_loc === 'EU' ? 'US' : 'EU';
  const isThere = sid !== null && regionOfSid(sid) === region;
  const { pathname, search, hash } = location;
  const query = new URLSearchParams(search);
  if (moves) query.set('sid', sidOf(region));
  const path = moves ? `${pathname}?${query}${hash}` : isThere ? pathname + search + hash : PAGES.login;
  return { region, host: new URL(other).host, href: other + path };
}
