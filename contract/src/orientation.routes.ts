import { route } from './endpoint.ts';

/** Maximum number of scans of one mark. */
export const MARKED_SCANS_MAX = 12;

export const markFront = route({
  method: 'PUT',
  path: '/v1/cases/:id/orientation/',
  access: 'user',
  emits: ['front_marked'],
});
