import { route } from './endpoint.ts';

/** Months after the last update for which a practice can choose to keep cases; 0 is indefinitely. */
export const RETENTION_CHOICES = [0, 3, 6, 12, 24, 36, 60, 120, 180, 360] as const;

/** Announced cases of one page. */
export const EXPIRING_PAGE = 50;

/** Members of a group read it too, because their cases are removed; only the owner changes it. */
export const showRetention = route({
  method: 'GET',
  path: '/v1/privacy/retention/',
  access: 'user',
  support: 'never',
});
export const setRetention = route({
  method: 'PUT',
  path: '/v1/privacy/retention/',
  access: 'user',
  support: 'never',
});
