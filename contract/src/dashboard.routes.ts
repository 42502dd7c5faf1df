import { route } from './endpoint.ts';

/** Number of weeks in the chart, including the current one. */
export const WEEKS = 12;

export const statusCounts = route({
  method: 'GET',
  path: '/v1/dashboard/cases/status/',
  access: 'user',
  guests: 'open',
});
export const restorationCounts = route({
  method: 'GET',
  path: '/v1/dashboard/cases/restorations/',
  access: 'user',
});
export const activities = route({ method: 'GET', path: '/v1/dashboard/cases/activities/', access: 'user' });
export const todayCounts = route({ method: 'GET', path: '/v1/dashboard/cases/today/', access: 'user' });
export const needyCases = route({ method: 'GET', path: '/v1/dashboard/cases/needs/', access: 'user' });
export const weekCounts = route({ method: 'GET', path: '/v1/dashboard/cases/weeks/', access: 'user' });
export const labSoftware = route({
  method: 'GET',
  path: '/v1/3disclab/install/download/:idb64/',
  access: 'cookie',
  reply: 'redirect',
});
