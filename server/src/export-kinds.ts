import { DEVICES_EXPORT, REGISTRATIONS_EXPORT } from './modules/device-admin/devices.export.ts';
import type { ExportKinds } from './modules/list-exports/export-kind.ts';
import { USERS_EXPORTS } from './modules/user-admin/users.export.ts';

/** Every list that a job can write into a file; the routes and the worker need the same ones. */
export const EXPORT_KINDS: ExportKinds = {
  devices: DEVICES_EXPORT,
  registrations: REGISTRATIONS_EXPORT,
  users: USERS_EXPORTS[''],
  clinics: USERS_EXPORTS['Dental Clinic'],
  labs: USERS_EXPORTS['Dental Lab'],
  dealers: USERS_EXPORTS.Dealer,
  other_users: USERS_EXPORTS.Other,
};
