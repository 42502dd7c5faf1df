import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { Done, Id } from './wire.ts';

/** How often a page says that its case is open; while somebody types, more often. */
export const PRESENCE_BEAT_MS = 10_000;
export const TYPING_BEAT_MS = 5_000;
/** Without a further word somebody counts as gone after this, and as not typing after that. */
export const PRESENCE_KEPT_S = 25;
export const TYPING_KEPT_S = 10;
/** When a browser's line breaks and no page of it says a word for so long, it is gone. */
export const LINE_LOST_S = 6;

/** Somebody else who has the case open. */
export const PersonHere = z.object({
  id: z.number().int(),
  name: z.string(),
  picture: z.string().nullable(),
  is_typing: z.boolean(),
});
export type PersonHere = z.infer<typeof PersonHere>;

/** One opening of a case in one tab. */
const Visit = z.uuid();

export const beHere = endpoint({
  method: 'PUT',
  path: '/v1/cases/:id/presence/',
  access: 'user',
  summary: 'Say that a case is open in front of somebody; answers who else looks at it',
  params: z.object({ id: Id }),
  body: z.object({ visit: Visit, typing: z.boolean() }),
  reply: z.object({ people: z.array(PersonHere) }),
});

export const leaveCase = endpoint({
  method: 'DELETE',
  path: '/v1/cases/:id/presence/',
  access: 'user',
  summary: 'The case is not open any more',
  params: z.object({ id: Id }),
  query: z.object({ visit: Visit }),
  reply: Done,
});
