import type { StatusCode } from './case-status.ts';

/** Requested delivery dates that need attention: past, or today and the next few days. */
export const DUES = ['overdue', 'soon'] as const;
export type Due = (typeof DUES)[number];

/**
 * Values of the due-date filter of lists: `week` is from today until Sunday, `risk` an appointment that may be missed,
 * `none` no delivery date.
 */
export const DUE_FILTERS = [...DUES, 'week', 'risk', 'none'] as const;
export type DueFilter = (typeof DUE_FILTERS)[number];

/** Days after today that count as soon. */
export const SOON_DAYS = 3;

/** Finished cases are never due, whatever their date. */
export const FINISHED = ['COMP', 'CLSD'] as const satisfies readonly StatusCode[];
