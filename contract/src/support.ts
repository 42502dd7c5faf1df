import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { Proof } from './security.ts';
import { AuthResult } from './sign-in.ts';
import * as routes from './support.routes.ts';
import { Done, Id, line, Moment, text } from './wire.ts';

const { reasonMin, reasonMax, ticket } = routes.SUPPORT_LIMITS;
const Mode = z.enum(['read', 'write']);

/** A consent that runs. */
const Consent = z.object({ mode: Mode, sees_patients: z.boolean(), until: Moment });
export type SupportConsent = z.infer<typeof Consent>;

/**
 * `waiting`: for a colleague. `approved`: by one, not begun yet. `ready`: its link was made and not opened. `refused`:
 * by a colleague. `lapsed`: it was not answered or not begun in time.
 */
const State = z.enum(['waiting', 'approved', 'ready', 'running', 'ended', 'refused', 'lapsed']);

const Person = z.object({ id: z.number().int(), name: z.string() });

/** A request of staff to act for a customer, and its outcome. */
export const SupportEntry = z.object({
  id: z.number().int(),
  state: State,
  staff: Person,
  subject: Person.extend({ email: z.string() }),
  /** The reader made this request, so they can open it but not approve it. */
  is_own: z.boolean(),
  reason_code: z.enum(routes.SUPPORT_REASONS),
  reason: z.string(),
  ticket: z.string(),
  mode: Mode,
  sees_patients: z.boolean(),
  by_consent: z.boolean(),
  /** Name of the colleague who approved it. */
  approved_by: z.string().nullable(),
  requested_at: Moment,
  started_at: Moment.nullable(),
  /** When a running session ends, or when one ended. */
  ends_at: Moment.nullable(),
});
export type SupportEntry = z.infer<typeof SupportEntry>;

/** A session as the customer sees it, from the audit log. */
export const SupportVisit = z.object({
  id: z.number().int(),
  is_running: z.boolean(),
  /** Name of the staff member. */
  staff: z.string(),
  reason_code: z.enum(routes.SUPPORT_REASONS),
  reason: z.string(),
  mode: Mode,
  sees_patients: z.boolean(),
  /** By the customer's consent; otherwise a second staff member approved it. */
  by_consent: z.boolean(),
  started_at: Moment,
  ends_at: Moment,
  /** Calls by method and path as the contract spells them, most frequent first. */
  calls: z.array(z.object({ call: z.string(), count: z.number().int() })),
  /** Cases that were opened. */
  cases: z.array(z.object({ id: z.number().int(), no: z.string() })),
});
export type SupportVisit = z.infer<typeof SupportVisit>;

const params = z.object({ id: Id });

export const supportOptions = endpoint(routes.supportOptions, {
  summary: 'Whether staff can act for an account, and why not',
  params,
  reply: z.object({
    subject: Person.extend({ email: z.string() }),
    /** Why it is impossible; null if it is possible. */
    impossible: z.enum(['self', 'staff', 'not_activated', 'blocked', 'deleted']).nullable(),
    /** Without a consent a colleague has to approve. */
    consent: Consent.nullable(),
    /** Proof that the reader has to give; `sign_in`: they have to sign in again. */
    proof: z.enum(['password', 'code', 'sign_in']),
    /** Requests and sessions about this account, latest first. */
    log: z.array(SupportEntry),
  }),
});

/**
 * With a consent that covers it the reply has a link, which begins the session once, within two minutes, in the browser
 * of the staff member. Otherwise the request waits for a colleague. An earlier request of the same person is replaced.
 */
export const askSupport = endpoint(routes.askSupport, {
  summary: 'Ask to act for a customer, with a reason and a proof of who asks',
  params,
  body: z.object({
    reason_code: z.enum(routes.SUPPORT_REASONS),
    reason: text(reasonMax).pipe(z.string().min(reasonMin)),
    ticket: line(ticket).default(''),
    mode: Mode,
    /** Effective only as far as the customer consented to it. */
    sees_patients: z.boolean().default(false),
    proof: Proof,
  }),
  reply: z.object({ id: z.number().int(), state: State, link: z.string().nullable() }),
  perMinute: 30,
});

export const listSupport = endpoint(routes.listSupport, {
  summary: 'Requests that wait, sessions that run, and the latest that ended',
  reply: z.object({ open: z.array(SupportEntry), latest: z.array(SupportEntry) }),
});

export const approveSupport = endpoint(routes.approveSupport, {
  summary: 'Approve the request of a colleague; the customer gets a mail',
  params,
  body: z.object({ proof: Proof }),
  reply: Done,
  perMinute: 30,
});

export const refuseSupport = endpoint(routes.refuseSupport, {
  summary: 'Refuse the request of a colleague, or withdraw an own one',
  params,
  reply: Done,
});

export const linkSupport = endpoint(routes.linkSupport, {
  summary: 'The link that begins an own session which a colleague approved',
  params,
  body: z.object({ proof: Proof }),
  reply: z.object({ link: z.string() }),
  perMinute: 30,
});

export const endSupport = endpoint(routes.endSupport, {
  summary: 'End a running session, an own one or that of a colleague',
  params,
  reply: Done,
});

/** Needs the cookie of the requesting staff session, and JSON or the action-id header, as `refreshSession`. */
export const beginSupport = endpoint(routes.beginSupport, {
  summary: 'Begin a support session with the token of its link; it works once',
  body: z.object({ token: line(100) }),
  /** `support`: id of the session, so that the tab keeps it when another one begins in the same browser. */
  reply: AuthResult.extend({ support: z.number().int() }),
  perMinute: 30,
});

export const ownSupport = endpoint(routes.ownSupport, {
  summary: 'The own consent to support, and what support looked at, latest first',
  reply: z.object({ consent: Consent.nullable(), visits: z.array(SupportVisit) }),
});

export const consentToSupport = endpoint(routes.consentToSupport, {
  summary: 'Let support into the own account for a while; replaces an earlier consent',
  body: z.object({
    hours: z.union([z.literal(routes.CONSENT_HOURS[0]), z.literal(routes.CONSENT_HOURS[1])]),
    mode: Mode,
    sees_patients: z.boolean(),
  }),
  reply: Done,
  perMinute: 30,
});

export const revokeSupport = endpoint(routes.revokeSupport, {
  withoutAgreement: true,
  summary: 'Take the consent back; sessions that rest on it end at once',
  reply: Done,
});

export const endOwnSupport = endpoint(routes.endOwnSupport, {
  withoutAgreement: true,
  summary: 'End a session in which support is in the own account',
  params,
  reply: Done,
});
