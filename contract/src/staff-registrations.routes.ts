import { route } from './endpoint.ts';
import { STAFF_AREAS } from './staff.routes.ts';

/** Sort keys of the list of waiting registrations. */
export const USER_REGISTRATION_SORTS = ['asked', 'mailed', 'udi', 'name', 'email', 'country'] as const;
export const USER_REGISTRATIONS_DEFAULT_SORT = 'asked desc';

export const listUserRegistrations = route({
  method: 'GET',
  path: '/v1/cs/user-registrations/',
  access: 'user',
  staff: STAFF_AREAS.registrations,
});
export const resendUserRegistration = route({
  method: 'POST',
  path: '/v1/cs/user-registrations/:id/mail/',
  access: 'user',
  staff: STAFF_AREAS.factoryRegistration,
});
export const discardUserRegistration = route({
  method: 'DELETE',
  path: '/v1/cs/user-registrations/:id/',
  access: 'user',
  staff: STAFF_AREAS.factoryRegistration,
  emits: ['device_registered'],
});
