import { route } from './endpoint.ts';

/** Interval of a page's heartbeat; shorter while the user types. */
export const PRESENCE_BEAT_MS = 10_000;

export const TYPING_BEAT_MS = 5_000;

/** Seconds without a heartbeat after which a user counts as gone, and as no longer typing. */
export const PRESENCE_KEPT_S = 25;

export const TYPING_KEPT_S = 10;

/** Seconds after which a browser counts as gone if its stream breaks and none of its pages sends a heartbeat. */
export const CONNECTION_LOST_S = 6;

export const heartbeat = route({
  method: 'PUT',
  path: '/v1/cases/:id/presence/',
  access: 'user',
  guests: 'open',
});
export const leaveCase = route({
  method: 'DELETE',
  path: '/v1/cases/:id/presence/',
  access: 'user',
  guests: 'open',
});
