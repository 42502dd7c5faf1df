import { route } from './endpoint.ts';

export const getCase = route({ method: 'GET', path: '/v1/cases/:id/all/', access: 'user', guests: 'open' });
export const getCaseByNo = route({ method: 'GET', path: '/v1/cases/:no/', access: 'user', guests: 'open' });
export const openCase = route({
  method: 'POST',
  path: '/v1/cases/:id/opened/',
  access: 'user',
  guests: 'open',
  emits: ['post_status_modified', 'inbox_changed'],
});
export const getCaseContent = route({
  method: 'GET',
  path: '/v1/cases/:id/content/',
  access: 'user',
  guests: 'open',
});
