import { route } from './endpoint.ts';
import { STAFF_AREAS } from './staff.routes.ts';

/** Sort columns of the staff's device lists; `name`, `email` and `country` are the customer's. */
export const STAFF_DEVICE_SORTS = [
  'udi',
  'serial_no',
  'prod_date',
  'model',
  'state',
  'name',
  'email',
  'country',
] as const;
export const STAFF_DEVICES_DEFAULT_SORT = 'udi desc';

/**
 * The device list; with `user-registeredDevices=true` only devices with a customer, which more staff flags may read.
 */
export const listStaffDevices = route({
  method: 'GET',
  path: '/v1/cs/devices/',
  access: 'user',
  staff: STAFF_AREAS.registrations,
});
/** The same list as an .xlsx file, up to 20,000 rows; longer ones are exported by `startExport`. */
export const exportDevices = route({
  method: 'GET',
  path: '/v1/cs/devices/excel/',
  access: 'user',
  staff: STAFF_AREAS.registrations,
  reply: 'bytes',
});
export const addDevices = route({
  method: 'POST',
  path: '/v1/cs/devices/',
  access: 'user',
  staff: STAFF_AREAS.factoryRegistration,
});
/** Maximum number of devices in one registration; sheets can hold more. */
export const MAX_ADD_DEVICES = 500;
export const getStaffDevice = route({
  method: 'GET',
  path: '/v1/cs/devices/:id/',
  access: 'user',
  staff: STAFF_AREAS.deviceDetail,
});

/** Maximum number of devices in one change. */
export const MAX_CHANGE_DEVICES = 500;
export const blockDevices = route({
  method: 'POST',
  path: '/v1/cs/devices/block/',
  access: 'user',
  staff: STAFF_AREAS.factoryRegistration,
  emits: ['device_registered'],
});
export const removeDevices = route({
  method: 'DELETE',
  path: '/v1/cs/devices/remove/',
  access: 'user',
  staff: STAFF_AREAS.factoryRegistration,
});
export const resetRegistrations = route({
  method: 'DELETE',
  path: '/v1/cs/devices/registrations/reset/',
  access: 'user',
  staff: STAFF_AREAS.factoryRegistration,
  emits: ['device_registered'],
});
export const assignDevices = route({
  method: 'POST',
  path: '/v1/cs/devices/rental-manager/',
  access: 'user',
  staff: STAFF_AREAS.factoryRegistration,
  emits: ['device_locks_changed'],
});
export const setDeviceFeatures = route({
  method: 'POST',
  path: '/v1/cs/devices/features/',
  access: 'user',
  staff: STAFF_AREAS.partnerFeatures,
});
