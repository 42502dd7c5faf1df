import { route } from './endpoint.ts';
import { STAFF_AREAS } from './staff.routes.ts';

/** Sort keys of the staff list of users. */
export const STAFF_USER_SORTS = [
  'name',
  'email',
  'institution',
  'role',
  'country',
  'created',
  'last_sign_in',
] as const;
export const STAFF_USERS_DEFAULT_SORT = 'created desc';

/** Length in characters of the reason that staff give for changing an account. */
export const ACCOUNT_REASON = { min: 5, max: 500 } as const;

export const listStaffUsers = route({
  method: 'GET',
  path: '/v1/cs/users/',
  access: 'user',
  staff: STAFF_AREAS.users,
});
export const exportStaffUsers = route({
  method: 'GET',
  path: '/v1/cs/users/excel/',
  access: 'user',
  staff: STAFF_AREAS.users,
  reply: 'bytes',
});
export const getStaffUser = route({
  method: 'GET',
  path: '/v1/cs/users/:id/',
  access: 'user',
  staff: STAFF_AREAS.users,
});
export const listUserConnections = route({
  method: 'GET',
  path: '/v1/cs/users/:id/connections/',
  access: 'user',
  staff: STAFF_AREAS.users,
});

// Sales managers read only.
export const endUserSession = route({
  method: 'DELETE',
  path: '/v1/cs/users/:id/sessions/:sessionId/',
  access: 'user',
  staff: ['staff'],
});
export const endUserSessions = route({
  method: 'DELETE',
  path: '/v1/cs/users/:id/sessions/',
  access: 'user',
  staff: ['staff'],
});
export const resendUserActivation = route({
  method: 'POST',
  path: '/v1/cs/users/:id/activation/',
  access: 'user',
  staff: ['staff'],
});
export const blockUser = route({
  method: 'POST',
  path: '/v1/cs/users/:id/block/',
  access: 'user',
  staff: ['staff'],
});
export const unblockUser = route({
  method: 'DELETE',
  path: '/v1/cs/users/:id/block/',
  access: 'user',
  staff: ['staff'],
});
export const setRentalManager = route({
  method: 'POST',
  path: '/v1/cs/users/rental-manager/',
  access: 'user',
  staff: ['device_manager'],
});
