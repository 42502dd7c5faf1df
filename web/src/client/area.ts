import { CALLED_FROM_ADM } from '@cusp/contract/staff.routes';

/** Whether a path belongs to the administration area. */
export const isAdminPath = (path: string): boolean => /^\/adm(\/|$)/.test(path);

/**
 * Whether this page was opened in the administration area. It has sessions and storage of its own, so one page stays in
 * one area until it is loaded anew.
 */
export const isAdminArea = isAdminPath(globalThis.location?.pathname ?? '');

/** Says whose session a call is about that goes by cookie. */
export const CALLER: Record<string, string> = isAdminArea ? { callfrom: CALLED_FROM_ADM } : {};
