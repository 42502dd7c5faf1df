import { route } from './endpoint.ts';

export const guestCases = route({
  method: 'GET',
  path: '/v1/region-visit/',
  access: 'user',
  support: 'never',
});
export const startVisit = route({ method: 'POST', path: '/v1/region-visit/', access: 'user' });
