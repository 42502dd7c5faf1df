import { route } from './endpoint.ts';
import { STAFF_AREAS } from './staff.routes.ts';

/** Hours between the approval of a reset and the removal of the second steps. */
export const STEP_RESET_HOURS = 24;

/** Number of days that a request waits for a colleague. */
export const STEP_RESET_REQUEST_DAYS = 3;

const staff = STAFF_AREAS.support;

export const askStepReset = route({
  method: 'POST',
  path: '/v1/cs/users/:id/second-step-reset/',
  access: 'user',
  staff,
});
export const approveStepReset = route({
  method: 'POST',
  path: '/v1/cs/users/:id/second-step-reset/:reset/approve/',
  access: 'user',
  staff,
});
export const refuseStepReset = route({
  method: 'DELETE',
  path: '/v1/cs/users/:id/second-step-reset/:reset/',
  access: 'user',
  staff,
});

export const keepSecondStep = route({ method: 'POST', path: '/v1/auth/second-step/keep/', access: 'public' });
export const keepOwnSecondStep = route({
  method: 'DELETE',
  path: '/v1/auth/second-step/reset/',
  access: 'user',
});
