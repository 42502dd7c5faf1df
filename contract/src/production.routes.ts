import { route } from './endpoint.ts';

/** Number of steps of a practice, and length of a name. */
export const PLAN_LIMITS = { steps: 30, name: 60 } as const;

/** Members of a group read the plan too, because they work by it; only the owner changes it. */
export const showPlan = route({ method: 'GET', path: '/v1/production/', access: 'user' });
export const setPlan = route({
  method: 'PUT',
  path: '/v1/production/',
  access: 'user',
  emits: ['production_changed'],
});

export const caseSteps = route({ method: 'GET', path: '/v1/cases/:id/steps/', access: 'user' });
export const markStep = route({
  method: 'POST',
  path: '/v1/cases/:id/steps/',
  access: 'user',
  emits: ['step_marked'],
});
export const unmarkStep = route({
  method: 'DELETE',
  path: '/v1/cases/:id/steps/:mark/',
  access: 'user',
  emits: ['step_marked'],
});
