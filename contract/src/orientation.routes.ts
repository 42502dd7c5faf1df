import { route } from './endpoint.ts';

/** Most scans one mark can be for. */
export const MARKED_SCANS_MAX = 12;

export const markFront = route({
  method: 'PUT',
  path: '/v1/cases/:id/orientation/',
  access: 'user',
  emits: ['front_marked'],
});
