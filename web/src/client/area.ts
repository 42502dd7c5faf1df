import { PAGES } from '@cusp/contract/pages';
import { CALLED_FROM_ADM, CALLED_FROM_SUPPORT } from '@cusp/contract/sign-in.routes';

/** Whether a path belongs to the administration area. */
export const isAdminPath = (path: string): boolean => /^\/adm(\/|$)/.test(path);

const path = globalThis.location?.pathname ?? '';

/**
 * Whether this page was opened in the administration area. That area has separate sessions and storage, so a page stays
 * in one area until it is reloaded.
 */
export const isAdminArea = isAdminPath(path);

const SUPPORT_MARK = 'cusp.support';

/** The support session that this tab began; null before that. Kept in memory too, because storage may be blocked. */
let begun: number | null = null;

/**
 * Whether staff act for a customer in this tab. A tab becomes one at `/support` and stays one, whatever else is open in
 * the browser: the mark is in the storage of the tab.
 */
export const isSupportTab = !isAdminArea && (path === PAGES.support ? markTab() : isMarked());

function markTab(id: number | null = null): boolean {
  begun = id;
  try {
    sessionStorage.setItem(SUPPORT_MARK, id === null ? '' : String(id));
  } catch {
    // Without storage a reload turns this tab into an ordinary page.
  }
  return true;
}

/** Binds this tab to the support session that it began. */
export const bindToSupport = (id: number): void => void markTab(id);

/**
 * Whether a support session is the one of this tab. Another one, begun in another tab, replaces the cookie of the
 * browser; this tab must not continue with it, because it is for another customer.
 */
export const isSupportOfTab = (id: number): boolean => id === begun;

function isMarked(): boolean {
  try {
    const mark = sessionStorage.getItem(SUPPORT_MARK);
    begun = mark ? Number(mark) : null;
    return mark !== null;
  } catch {
    return false;
  }
}

/** Turns this tab into an ordinary one with the next page load. */
export function leaveSupport(): void {
  try {
    sessionStorage.removeItem(SUPPORT_MARK);
  } catch {}
  location.assign(PAGES.home);
}

/** Identifies the session of a call that is authenticated by cookie. */
export const CALLER: Record<string, string> = isAdminArea
  ? { callfrom: CALLED_FROM_ADM }
  : isSupportTab
    ? { callfrom: CALLED_FROM_SUPPORT }
    : {};

/** Separates resources that tabs of different areas share in one browser: locks, channels and storage. */
export const AREA: 'adm' | 'support' | 'my' = isAdminArea ? 'adm' : isSupportTab ? 'support' : 'my';
