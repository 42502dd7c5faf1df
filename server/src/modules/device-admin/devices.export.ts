import { STAFF_AREAS } from '@cusp/contract/staff.routes';
import type { StaffDevice } from '@cusp/contract/staff-devices';
import { STAFF_DEVICES_DEFAULT_SORT } from '@cusp/contract/staff-devices.routes';
import type { SheetColumn } from '../../platform/sheets/write-sheet.ts';
import { exportKind } from '../list-exports/export-kind.ts';
import { deviceList, devicesOf } from './staff-devices.sql.ts';

const STATES = { active: 'Active', locked: 'Locked', blocked: 'Blocked' } as const;
const moment = (text: string | null): Date | null => (text === null ? null : new Date(text));

const COLUMNS: readonly SheetColumn<StaffDevice>[] = [
  { header: 'UDI', type: 'text', width: 44, value: ({ udi }) => udi },
  { header: 'Serial number', type: 'text', value: ({ serial_no }) => serial_no },
  { header: 'Production date', type: 'day', value: ({ prod_date }) => prod_date },
  { header: 'Model', type: 'text', value: ({ model }) => model },
  { header: 'State', type: 'text', width: 12, value: ({ state }) => STATES[state] },
  {
    header: 'Rental manager',
    type: 'text',
    width: 28,
    value: ({ rental_manager: manager }) => manager && (manager.email || `${manager.id} (deleted)`),
  },
  {
    header: 'Partner feature',
    type: 'text',
    width: 16,
    value: ({ feature }) => feature && (feature.option ? 'Yes' : 'No'),
  },
  {
    header: 'Customer name',
    type: 'text',
    width: 28,
    value: ({ reg_customer }) => reg_customer?.name ?? null,
  },
  {
    header: 'Customer email',
    type: 'text',
    width: 32,
    value: ({ reg_customer }) => reg_customer?.email ?? null,
  },
  { header: 'Country', type: 'text', width: 10, value: ({ reg_customer }) => reg_customer?.country ?? null },
  { header: 'Installed', type: 'day', value: ({ reg_customer }) => reg_customer?.installed_date ?? null },
  { header: 'Registered (UTC)', type: 'moment', value: ({ registered_date }) => moment(registered_date) },
  { header: 'Created (UTC)', type: 'moment', value: ({ created_date }) => moment(created_date) },
];

const kindOf = (isRegistered: boolean) =>
  exportKind<StaffDevice>({
    name: isRegistered ? 'registrations' : 'devices',
    flags: isRegistered ? STAFF_AREAS.registrations : STAFF_AREAS.devices,
    filename: isRegistered ? 'Registrations.xlsx' : 'Devices.xlsx',
    title: isRegistered ? 'Registrations' : 'Devices',
    defaultSort: STAFF_DEVICES_DEFAULT_SORT,
    list: (db) => deviceList(db, isRegistered),
    rows: devicesOf,
    columns: COLUMNS,
  });

export const DEVICES_EXPORT = kindOf(false);
export const REGISTRATIONS_EXPORT = kindOf(true);
