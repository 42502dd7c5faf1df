import type { StatusCode } from './case-status.ts';

/** Cases whose requested delivery date asks for attention: it is over, or it is today or in the next days. */
export const DUES = ['overdue', 'soon'] as const;
export type Due = (typeof DUES)[number];

/** Days after today that are near. */
export const SOON_DAYS = 3;

/** Their work is done, whatever the date says. */
export const FINISHED = ['COMP', 'CLSD'] as const satisfies readonly StatusCode[];
