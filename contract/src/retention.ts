import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { patient } from './patient.ts';
import * as routes from './retention.routes.ts';
import { Day, Version } from './wire.ts';

/** Null: the period of the deployment. */
const Months = z.literal(routes.RETENTION_CHOICES).nullable();

const ExpiringCase = z.object({
  id: z.number().int(),
  no: z.string(),
  patient: patient(z.string()),
  /** The last day on which the practice has its copy. */
  due: Day,
});

export const showRetention = endpoint(routes.showRetention, {
  summary: 'How long one’s practice keeps cases, and the cases whose removal was announced, next ones first',
  query: z.object({
    /** `next` of the previous page. */
    after: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}-\d{1,16}$/)
      .optional(),
  }),
  reply: z.object({
    months: z.number().int().nullable(),
    /** The period of the deployment. */
    default_months: z.number().int(),
    /** To be sent with a change. */
    version: z.number().int(),
    may_change: z.boolean(),
    cases: z.array(ExpiringCase),
    /** All announced cases. */
    count: z.number().int(),
    next: z.string().nullable(),
  }),
});

export const setRetention = endpoint(routes.setRetention, {
  withoutAgreement: true,
  summary: 'Choose how long one’s practice keeps cases after their last update',
  body: z.object({ months: Months, version: Version }),
  reply: z.object({ version: z.number().int() }),
});
