import { route } from './endpoint.ts';

/** Maximum lengths of the texts of a registration, in characters. */
export const DEVICE_LIMITS = {
  udi: 200,
  serial: 60,
  model: 100,
  place: 100,
  zip: 20,
  perSave: 2000,
} as const;

/** Sort columns of a rental manager's list; `state` is the lock. */
export const DEVICE_SORTS = ['udi', 'name', 'email', 'country', 'state'] as const;
export const DEVICES_DEFAULT_SORT = 'udi desc';
export const DEVICES_PER_PAGE = [25, 50, 100] as const;

export const listDevices = route({ method: 'GET', path: '/v1/devices/', access: 'user' });
export const setDeviceLocks = route({
  method: 'POST',
  path: '/v1/devices/connections/',
  access: 'user',
  emits: ['device_locks_changed'],
});
export const confirmDeviceEmail = route({
  method: 'POST',
  path: '/v1/devices/confirm-email/',
  access: 'public',
  emits: ['device_registered'],
});

export const listScanners = route({ method: 'GET', path: '/v1/devices/registrations/', access: 'user' });
export const registerScanner = route({
  method: 'POST',
  path: '/v1/devices/registrations/',
  access: 'user',
  emits: ['device_registered'],
});
export const resendScannerMail = route({
  method: 'POST',
  path: '/v1/devices/registrations/:id/mail/',
  access: 'user',
  support: 'write',
});
export const removeScanner = route({
  method: 'DELETE',
  path: '/v1/devices/registrations/:id/',
  access: 'user',
  emits: ['device_registered'],
});
