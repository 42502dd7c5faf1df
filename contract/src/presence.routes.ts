import { route } from './endpoint.ts';

/** How often a page says that its case is open; while somebody types, more often. */
export const PRESENCE_BEAT_MS = 10_000;

export const TYPING_BEAT_MS = 5_000;

/** Without a further word somebody counts as gone after this, and as not typing after that. */
export const PRESENCE_KEPT_S = 25;

export const TYPING_KEPT_S = 10;

/** When a browser's line breaks and no page of it says a word for so long, it is gone. */
export const LINE_LOST_S = 6;

export const beHere = route({ method: 'PUT', path: '/v1/cases/:id/presence/', access: 'user' });
export const leaveCase = route({ method: 'DELETE', path: '/v1/cases/:id/presence/', access: 'user' });
