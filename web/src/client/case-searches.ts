import type { Due } from '@cusp/contract/due';

/** Queries of /cases that other screens lead to; the case list reads them. */
export const UNREAD_CASES = '?unread=1';
export const dueCases = (due: Due): string => `?due=${due}`;
