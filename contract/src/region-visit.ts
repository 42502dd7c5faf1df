import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import * as routes from './region-visit.routes.ts';
import { CodeChallenge, SignedInElsewhere } from './sign-in.ts';
import { ServerLoc } from './wire.ts';

export const guestCases = endpoint(routes.guestCases, {
  summary: 'How many cases in the other region one sees as a guest',
  reply: z.object({
    /** The other region; null with a single region. */
    region: ServerLoc.nullable(),
    /** Null while the other region does not respond. */
    cases: z.number().int().nullable(),
  }),
});

/** The page posts the code to the other region's site with `postArrival`, within a minute. */
export const startVisit = endpoint(routes.startVisit, {
  summary: 'A code with which one visits the cases of the other region as a guest',
  body: z.object({ codeChallenge: CodeChallenge }),
  reply: SignedInElsewhere,
  perMinute: 30,
});
