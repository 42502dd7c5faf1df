import { route } from './endpoint.ts';

/** Maximum number of scans of one mark. */
export const MAX_MARKED_SCANS = 12;

export const markFront = route({
  method: 'PUT',
  path: '/v1/cases/:id/orientation/',
  access: 'user',
  emits: ['front_marked'],
});
