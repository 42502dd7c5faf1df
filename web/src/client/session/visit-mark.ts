import { PAGES } from '@cusp/contract/pages';
import { sidOf } from '@cusp/contract/storage-region';
import { appInfo } from '../../brand/app-info.ts';

const MARK = 'cusp.visit';

/** Remembers, for this tab, whether its person is a guest, so that a visit that ended can start again. */
export function markVisit(isGuest: boolean): void {
  try {
    if (isGuest) sessionStorage.setItem(MARK, '');
    else sessionStorage.removeItem(MARK);
  } catch {
    // Without storage an ended visit restarts at home.
  }
}

/** The way back to a page of this site after a session ended: for guests a new visit, which begins at home. */
export function wayBackTo(path: string): string {
  if (!appInfo().other_region_url || !isMarked()) return path;
  return `${PAGES.regionVisit}?${new URLSearchParams({ sid: sidOf(appInfo().server_loc), next: path })}`;
}

function isMarked(): boolean {
  try {
    return sessionStorage.getItem(MARK) !== null;
  } catch {
    return false;
  }
}
