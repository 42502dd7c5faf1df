import { route } from './endpoint.ts';
import { STAFF_AREAS } from './staff.routes.ts';

/** Sort keys of the staff list of cases; `sent` and `updated` are dates. */
export const STAFF_CASE_SORTS = ['no', 'status', 'sent', 'updated'] as const;
export const STAFF_CASES_DEFAULT_SORT = 'sent desc';

/** Sort keys of the staff list of connections; `state` is the status, with designated ones apart. */
export const STAFF_CONNECTION_SORTS = ['requested', 'updated', 'state'] as const;
export const STAFF_CONNECTIONS_DEFAULT_SORT = 'requested desc';

export const listStaffCases = route({
  method: 'GET',
  path: '/v1/cs/cases/',
  access: 'user',
  staff: STAFF_AREAS.cases,
});
export const listStaffConnections = route({
  method: 'GET',
  path: '/v1/cs/connections/',
  access: 'user',
  staff: STAFF_AREAS.connections,
});
export const designateConnection = route({
  method: 'POST',
  path: '/v1/cs/connections/:id/designate/',
  access: 'user',
  staff: ['staff'],
  emits: ['contact_modified'],
});
export const releaseConnection = route({
  method: 'POST',
  path: '/v1/cs/connections/:id/release/',
  access: 'user',
  staff: ['staff'],
  emits: ['contact_modified'],
});
export const getStaffGroup = route({
  method: 'GET',
  path: '/v1/cs/group/:id/',
  access: 'user',
  staff: STAFF_AREAS.groups,
});
