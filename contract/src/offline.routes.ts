import { route } from './endpoint.ts';

/** Number of cases that a browser keeps for use without a connection. */
export const OFFLINE_CASES = 20;

/** Maximum time for which a browser has the keys. */
export const OFFLINE_HOURS = 12;

export const releaseOfflineKeys = route({
  method: 'POST',
  path: '/v1/offline/keys/',
  access: 'user',
  support: 'never',
});
export const listOfflineCases = route({
  method: 'GET',
  path: '/v1/offline/cases/',
  access: 'user',
  support: 'never',
});
export const getOfflineCase = route({
  method: 'GET',
  path: '/v1/offline/cases/:id/',
  access: 'user',
  support: 'never',
});
