import { route } from './endpoint.ts';
import { STAFF_AREAS } from './staff.routes.ts';

/** Maximum lengths of the texts of a lab in characters; contact and address have those of accounts. */
export const LAB_LIMITS = { name: 100 } as const;

/** Sort columns of the list; `email` is the account's address, `state` whether clinics see the lab. */
export const STAFF_LAB_SORTS = ['company_name', 'name', 'email', 'contact_name', 'country', 'state'] as const;
export const STAFF_LABS_DEFAULT_SORT = 'company_name asc';

const staff = STAFF_AREAS.labs;

export const listStaffLabs = route({ method: 'GET', path: '/v1/cs/labs/', access: 'user', staff });
export const getStaffLab = route({ method: 'GET', path: '/v1/cs/labs/:id/', access: 'user', staff });
export const staffLabLogo = route({
  method: 'GET',
  path: '/v1/cs/labs/:id/logo/',
  access: 'cookie',
  reply: 'bytes',
  staff,
});
export const registerLab = route({
  method: 'POST',
  path: '/v1/cs/labs/register/',
  access: 'user',
  staff,
  emits: ['labs_modified'],
});
export const editLab = route({
  method: 'POST',
  path: '/v1/cs/labs/:id/edit/',
  access: 'user',
  staff,
  emits: ['labs_modified'],
});
export const removeLabs = route({
  method: 'POST',
  path: '/v1/cs/labs/remove/',
  access: 'user',
  staff,
  emits: ['labs_modified'],
});
