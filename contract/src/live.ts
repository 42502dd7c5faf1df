import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { MAX_STREAM_SINCE_S } from './events.ts';
import * as routes from './live.routes.ts';

/** Data of one live event: what happened to which ids, never content. */
export const LiveEvent = z.object({
  id: z.number().int(),
  name: z.string(),
  at: z.string(),
  /** Case of the event; null for connections and groups. */
  case_id: z.number().int().nullable(),
  actor_id: z.number().int().nullable(),
  action_id: z.string().nullable(),
  ids: z.record(z.string(), z.union([z.number().int(), z.array(z.number().int())])),
});
export type LiveEvent = z.infer<typeof LiveEvent>;

export const eventStream = endpoint(routes.eventStream, {
  summary: 'Server-Sent Events about everything the signed-in person may see',
  query: z.object({
    /** `support`: of the session in a support tab. */
    callfrom: z.string().max(20).optional(),
    lastEventId: z.coerce.number().int().min(0).optional().catch(undefined),
    /** Without an event id: seconds since the page began to load its data. */
    since: z.coerce.number().int().min(0).max(MAX_STREAM_SINCE_S).optional().catch(undefined),
  }),
});
