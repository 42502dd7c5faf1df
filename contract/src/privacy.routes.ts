import { route } from './endpoint.ts';

/** Actions in the access log. */
export const ACCESS_ACTIONS = [
  'listed',
  'searched',
  'opened',
  'kept',
  'file_viewed',
  'downloaded',
  'downloaded_all',
  'order_form',
  'sent',
  'changed',
  'deleted',
  'restored',
  'shared',
  'link_ended',
  'link_opened',
  'link_viewed',
  'link_downloaded',
  'link_downloaded_all',
  'phone_opened',
  'exported',
] as const;
export type AccessAction = (typeof ACCESS_ACTIONS)[number];

/** Maximum number of cases matching a search in the access log that are included. */
export const MAX_ACCESS_CASES = 200;

/** Length of the reason of a legal hold. */
export const MAX_HOLD_REASON = 500;

/** For owners of a group and people without one; not available to staff who act for a customer. */
export const listAccesses = route({
  method: 'GET',
  path: '/v1/privacy/accesses/',
  access: 'user',
  support: 'never',
  guests: 'confirmed',
});
export const exportAccesses = route({
  method: 'GET',
  path: '/v1/privacy/accesses/export/',
  access: 'user',
  support: 'never',
  guests: 'confirmed',
  reply: 'bytes',
});
export const listOpenLinks = route({
  method: 'GET',
  path: '/v1/privacy/links/',
  access: 'user',
  support: 'never',
});

export const listHolds = route({
  method: 'GET',
  path: '/v1/privacy/holds/',
  access: 'user',
  support: 'never',
  guests: 'confirmed',
});
export const placeHold = route({
  method: 'POST',
  path: '/v1/privacy/holds/',
  access: 'user',
  support: 'never',
  guests: 'confirmed',
});
export const liftHold = route({
  method: 'POST',
  path: '/v1/privacy/holds/:id/lift/',
  access: 'user',
  support: 'never',
  guests: 'confirmed',
});

export const casesOfPatient = route({
  method: 'GET',
  path: '/v1/privacy/patient/',
  access: 'user',
  support: 'never',
  guests: 'confirmed',
});
export const erasePatient = route({
  method: 'POST',
  path: '/v1/privacy/patient/erase/',
  access: 'user',
  support: 'never',
  guests: 'confirmed',
  emits: ['posts_deleted', 'copy_deleted'],
});
