import { PAGES } from '@cusp/contract/pages';
import { generatePath } from 'react-router';

/** State of an address that was opened from the list, one step back. */
export const FROM_LIST = { fromList: true } as const;

export const isFromList = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'fromList' in state;

/** State of an address that the page chose by itself: nobody has opened that case. */
export const AUTOMATIC = { isAutomatic: true } as const;

export const isAutomatic = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isAutomatic' in state;

/** Address of a case with the filters and page of the list it stands in. */
export function casePath(caseNo: string, search: string): string {
  return generatePath(PAGES.casesOne, { caseNo }) + search;
}

/**
 * Whether the page still stands at an address that a render was made for. The router follows the address a
 * little later; whoever corrects the address by itself must not overrule a newer one.
 */
export function isAddress(pathname: string, search: string): boolean {
  return window.location.pathname === pathname && window.location.search === search;
}
