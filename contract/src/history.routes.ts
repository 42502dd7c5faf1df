import { route } from './endpoint.ts';

export const caseHistory = route({
  method: 'GET',
  path: '/v1/cases/:id/history/',
  access: 'user',
  guests: 'open',
});
