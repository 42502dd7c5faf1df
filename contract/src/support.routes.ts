import { route } from './endpoint.ts';
import { STAFF_AREAS } from './staff.routes.ts';

/** Lengths in characters. */
export const SUPPORT_LIMITS = { reasonMin: 15, reasonMax: 500, ticket: 40 } as const;

/** Why staff act for a customer. */
export const SUPPORT_REASONS = ['problem', 'data', 'account', 'security', 'other'] as const;

/** Durations of a customer's consent to support, in hours. */
export const CONSENT_HOURS = [24, 168] as const;

/** Maximum length of a support session, in minutes. */
export const SUPPORT_MINUTES = 30;

/** How long a request waits for a colleague, and an approval can be used, in minutes. */
export const APPROVAL_MINUTES = 60;

const staff = STAFF_AREAS.support;

export const supportOptions = route({
  method: 'GET',
  path: '/v1/cs/users/:id/login/',
  access: 'user',
  staff,
});
export const askSupport = route({ method: 'POST', path: '/v1/cs/users/:id/login/', access: 'user', staff });
export const listSupport = route({
  method: 'GET',
  path: '/v1/cs/support-sessions/',
  access: 'user',
  staff,
});
export const approveSupport = route({
  method: 'POST',
  path: '/v1/cs/support-sessions/:id/approve/',
  access: 'user',
  staff,
});
export const refuseSupport = route({
  method: 'POST',
  path: '/v1/cs/support-sessions/:id/refuse/',
  access: 'user',
  staff,
});
export const linkSupport = route({
  method: 'POST',
  path: '/v1/cs/support-sessions/:id/link/',
  access: 'user',
  staff,
});
export const endSupport = route({
  method: 'POST',
  path: '/v1/cs/support-sessions/:id/end/',
  access: 'user',
  staff,
});

export const beginSupport = route({ method: 'POST', path: '/v1/auth/support/', access: 'public' });

export const ownSupport = route({
  method: 'GET',
  path: '/v1/user/support/',
  access: 'user',
  support: 'never',
});
export const consentToSupport = route({ method: 'PUT', path: '/v1/user/support/', access: 'user' });
export const revokeSupport = route({ method: 'DELETE', path: '/v1/user/support/', access: 'user' });
export const endOwnSupport = route({ method: 'DELETE', path: '/v1/user/support/:id/', access: 'user' });
