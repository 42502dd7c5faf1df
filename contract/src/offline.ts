import * as z from 'zod';
import { CaseListItem } from './case-list.ts';
import { CaseDetail } from './cases.ts';
import { endpoint } from './endpoint.ts';
import * as routes from './offline.routes.ts';
import { Id } from './wire.ts';

/** 256 bits in URL-safe base64. */
const Key = z
  .string()
  .regex(/^[A-Za-z0-9_-]+$/)
  .length(43);

export const releaseOfflineKeys = endpoint(routes.releaseOfflineKeys, {
  withoutAgreement: true,
  summary:
    'The keys with which the browser of this session encrypts kept cases and changes that wait to be sent',
  reply: z.object({
    /** Key for stored cases. It stays the same until the session ends and is not given out afterwards. */
    cases: Key,
    /** For waiting changes; the same in every session of the person. */
    changes: Key,
    /** Seconds after which the browser has to delete both. */
    seconds: z
      .number()
      .int()
      .min(0)
      .max(routes.OFFLINE_HOURS * 3600),
  }),
  perMinute: 30,
});

export const listOfflineCases = endpoint(routes.listOfflineCases, {
  summary: 'Rows of the last cases, to be kept for use without a connection',
  reply: z.object({ posts: z.array(CaseListItem).max(routes.OFFLINE_CASES) }),
});

export const getOfflineCase = endpoint(routes.getOfflineCase, {
  summary: 'One case with its files and comments, to be kept for use without a connection',
  params: z.object({ id: Id }),
  reply: CaseDetail,
});
