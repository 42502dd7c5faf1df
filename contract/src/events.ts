import * as z from 'zod';
import { endpoint } from './endpoint.ts';

/** Sent instead of a replay when the gap is too old: everything may be stale. */
export const RESYNC = 'resync';
/** Tells those who look at a case that somebody came, left or types. Not kept: it has no id and no replay. */
export const PRESENCE = 'case_presence';
/** Sent once when the session behind a stream has ended; the stream closes after it. */
export const SESSION_ENDED = 'session_ended';

/** Data of one live event: what happened to which id, never content. */
export const LiveEvent = z.object({
  id: z.number().int(),
  name: z.string(),
  at: z.string(),
  /** Case the event is about, null for connections and groups. */
  case_id: z.number().int().nullable(),
  actor_id: z.number().int().nullable(),
  action_id: z.string().nullable(),
  ids: z.record(z.string(), z.union([z.number().int(), z.array(z.number().int())])),
});
export type LiveEvent = z.infer<typeof LiveEvent>;

export const STREAM_RETRY_MS = 3000;
/** How long a tab remembers the ids of its own actions. */
export const ACTION_ID_KEPT_MS = 300_000;

/** A page that has been open for longer without a stream asks for everything again. */
export const STREAM_SINCE_MAX_S = 60;

export const eventStream = endpoint({
  method: 'GET',
  path: '/events/',
  access: 'cookie',
  summary: 'Server-Sent Events of everything the signed-in person may see',
  query: z.object({
    lastEventId: z.coerce.number().int().min(0).optional().catch(undefined),
    /** Without an event id: for how many seconds the page has been loading what it shows. */
    since: z.coerce.number().int().min(0).max(STREAM_SINCE_MAX_S).optional().catch(undefined),
  }),
  reply: 'events',
});
