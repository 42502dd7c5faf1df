import { PAGES } from '@cusp/contract/pages';

/** Router state of a path that was opened from the list, so that Back returns there. */
export const FROM_LIST = { fromList: true } as const;

export const isFromList = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'fromList' in state;

/** Router state of a case that the page selected itself, so that it does not count as opened by the person. */
export const AUTOMATIC = { isAutomatic: true } as const;

export const isAutomatic = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isAutomatic' in state;

/** The path of a case with the filters and page of its list. */
export function casePath(caseNo: string, search: string): string {
  return PAGES.casesOne.replace(':caseNo', encodeURIComponent(caseNo)) + search;
}

/**
 * Whether the browser is still at the URL of a render. The router updates a little later, and an automatic correction
 * must not overrule a newer navigation.
 */
export function isAddress(pathname: string, search: string): boolean {
  return window.location.pathname === pathname && window.location.search === search;
}
