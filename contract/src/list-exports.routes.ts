import { route } from './endpoint.ts';
import { STAFF_FLAGS } from './staff.routes.ts';

/** Lists that a job can export. Reading a list includes the right to export it. */
export const EXPORT_LISTS = [
  'devices',
  'registrations',
  'users',
  'clinics',
  'labs',
  'dealers',
  'other_users',
] as const;
export type ExportList = (typeof EXPORT_LISTS)[number];

/** The export of the users of each role, and of all with ''. */
export const USER_EXPORTS = {
  '': 'users',
  'Dental Clinic': 'clinics',
  'Dental Lab': 'labs',
  Dealer: 'dealers',
  Other: 'other_users',
} as const satisfies Record<string, ExportList>;

/** Rows of a file that a job writes: one sheet of Excel has 1,048,576, the header included. */
export const EXPORT_JOB_MAX_ROWS = 1_048_575;
/** Unfinished exports that one person may have. */
export const EXPORTS_AT_ONCE = 3;

const staff = STAFF_FLAGS;

export const listExports = route({ method: 'GET', path: '/v1/cs/exports/', access: 'user', staff });
export const startExport = route({ method: 'POST', path: '/v1/cs/exports/', access: 'user', staff });
export const cancelExport = route({ method: 'DELETE', path: '/v1/cs/exports/:id/', access: 'user', staff });
/** Fetched by the browser itself, because the file may have a hundred megabytes. */
export const exportFile = route({
  method: 'GET',
  path: '/v1/cs/exports/:id/file/',
  access: 'cookie',
  staff,
  reply: 'bytes',
});
