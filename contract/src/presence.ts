import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import * as routes from './presence.routes.ts';
import { Done, Id } from './wire.ts';

/** Another user who has the case open. */
export const PersonHere = z.object({
  id: z.number().int(),
  name: z.string(),
  picture: z.string().nullable(),
  is_typing: z.boolean(),
});
export type PersonHere = z.infer<typeof PersonHere>;

/** One opening of a case in one tab. */
const Visit = z.uuid();

export const heartbeat = endpoint(routes.heartbeat, {
  withoutAgreement: true,
  summary: 'Heartbeat of a page that shows a case; returns who else looks at it',
  params: z.object({ id: Id }),
  body: z.object({ visit: Visit, typing: z.boolean() }),
  reply: z.object({ people: z.array(PersonHere) }),
});

export const leaveCase = endpoint(routes.leaveCase, {
  withoutAgreement: true,
  summary: 'Report that a case is no longer open',
  params: z.object({ id: Id }),
  query: z.object({ visit: Visit }),
  reply: Done,
});
