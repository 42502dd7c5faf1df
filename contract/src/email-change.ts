import * as z from 'zod';
import * as routes from './email-change.routes.ts';
import { endpoint } from './endpoint.ts';
import { Email } from './identity.ts';
import { ACCOUNT_REASON } from './staff-users.routes.ts';
import { Done, Id, line, Moment, SrvLoc } from './wire.ts';

/**
 * `requested`: waits for both addresses. `approved`: the old mailbox is lost, as a colleague confirmed; at `due_at`
 * only the new address has to agree. `refused`: by one of the addresses, or by the signed-in person. `stopped`: by
 * staff. `expired`: not agreed in time. `taken`: another account has the address now. `impossible`: the account was
 * blocked, deleted or became one of staff.
 */
const State = z.enum([
  'requested',
  'approved',
  'done',
  'refused',
  'stopped',
  'expired',
  'taken',
  'impossible',
]);

/** A change of a customer's email address by staff, as staff see it. */
export const EmailChange = z.object({
  id: z.number().int(),
  state: State,
  /** The new address. */
  email: z.string(),
  reason: z.string(),
  /** Name of the staff member who requested it. */
  requested_by: z.string(),
  /** The reader made this request, so they cannot approve it. */
  is_own: z.boolean(),
  requested_at: Moment,
  old_agreed: z.boolean(),
  new_agreed: z.boolean(),
  /** Name of the colleague who approved it. */
  approved_by: z.string().nullable(),
  approved_at: Moment.nullable(),
  due_at: Moment.nullable(),
  ended_at: Moment.nullable(),
});
export type EmailChange = z.infer<typeof EmailChange>;

const params = z.object({ id: Id });
const ofChange = params.extend({ change: Id });

export const askEmailChange = endpoint(routes.askEmailChange, {
  summary: 'Ask both addresses to agree to a new address of a customer’s account',
  params,
  body: z.object({
    email: Email,
    reason: line(ACCOUNT_REASON.max).pipe(z.string().min(ACCOUNT_REASON.min)),
  }),
  reply: z.object({ id: z.number().int() }),
  perMinute: 30,
});

export const approveEmailChange = endpoint(routes.approveEmailChange, {
  summary: 'Approve that the old mailbox is lost; its address can refuse for 72 hours',
  params: ofChange,
  reply: z.object({ due_at: Moment }),
});

export const stopEmailChange = endpoint(routes.stopEmailChange, {
  summary: 'Stop a change of address that has not taken place',
  params: ofChange,
  reply: Done,
});

/** Giving the same answer again succeeds without any effect. */
export const answerEmailChange = endpoint(routes.answerEmailChange, {
  summary: 'Agree to a change of address, or refuse it, by the link in the mail to either address',
  body: z.object({ token: line(200), srv_loc: SrvLoc, agrees: z.boolean() }),
  /** `waiting`: for the other address, for the time after an approval, or for the other region. */
  reply: z.object({ state: z.enum(['waiting', 'done', 'refused']) }),
  perMinute: 60,
});

export const refuseOwnEmailChange = endpoint(routes.refuseOwnEmailChange, {
  withoutAgreement: true,
  summary: 'Refuse the change of one’s own address; does nothing without one',
  reply: Done,
});
