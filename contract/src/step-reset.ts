import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { ACCOUNT_REASON } from './staff-users.routes.ts';
import * as routes from './step-reset.routes.ts';
import { Done, Id, line, Moment, SrvLoc } from './wire.ts';

/**
 * `requested`: waits for a colleague. `waiting`: approved, until `due_at`. `done`: the second steps were removed.
 * `cancelled`: by the person. `refused`: by staff, before or after the approval. `used`: the person used or changed
 * their second step. `blocked`: the account was blocked. `lapsed`: no colleague approved it in time. `impossible`: when
 * it was due there was no second step left, or the account had become one of staff or was deleted.
 */
const State = z.enum([
  'requested',
  'waiting',
  'done',
  'cancelled',
  'refused',
  'used',
  'blocked',
  'lapsed',
  'impossible',
]);

/** A reset of a customer's lost second step, as staff see it. */
export const StepReset = z.object({
  id: z.number().int(),
  state: State,
  reason: z.string(),
  /** Name of the staff member who requested it. */
  requested_by: z.string(),
  /** The reader made this request, so they cannot approve it. */
  is_own: z.boolean(),
  requested_at: Moment,
  /** Name of the colleague who approved it. */
  approved_by: z.string().nullable(),
  approved_at: Moment.nullable(),
  /** When the second steps are removed, at the earliest; null without an approval. */
  due_at: Moment.nullable(),
  ended_at: Moment.nullable(),
});
export type StepReset = z.infer<typeof StepReset>;

const params = z.object({ id: Id });
const ofReset = params.extend({ reset: Id });

export const askStepReset = endpoint(routes.askStepReset, {
  summary: 'Ask to remove the lost second steps of a customer; a colleague has to approve it',
  params,
  body: z.object({ reason: line(ACCOUNT_REASON.max).pipe(z.string().min(ACCOUNT_REASON.min)) }),
  reply: z.object({ id: z.number().int() }),
  perMinute: 30,
});

export const approveStepReset = endpoint(routes.approveStepReset, {
  summary: 'Approve the request of a colleague; the customer gets a mail and has 24 hours to cancel',
  params: ofReset,
  reply: z.object({ due_at: Moment }),
});

export const refuseStepReset = endpoint(routes.refuseStepReset, {
  summary: 'Refuse, withdraw or stop a reset that has not taken place',
  params: ofReset,
  reply: Done,
});

/** Opening the link again after the reset was stopped succeeds without any effect. */
export const keepSecondStep = endpoint(routes.keepSecondStep, {
  summary: 'Cancel the reset of one’s second step by the link in its mail',
  body: z.object({ token: line(200), srv_loc: SrvLoc }),
  reply: Done,
  perMinute: 60,
});

export const keepOwnSecondStep = endpoint(routes.keepOwnSecondStep, {
  withoutAgreement: true,
  summary: 'Cancel the reset of one’s own second step; does nothing without one',
  reply: Done,
});
