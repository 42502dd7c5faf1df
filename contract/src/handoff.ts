import * as z from 'zod';
import { CaseComment } from './case-comment.ts';
import { Connectors, NumberSystem, Restoration, StatusCode } from './cases.ts';
import { MAX_COMMENT } from './comments.routes.ts';
import { endpoint } from './endpoint.ts';
import * as routes from './handoff.routes.ts';
import { PersonSession } from './security.ts';
import { Done, Id, Moment, text } from './wire.ts';

export const requestOtp = endpoint(routes.requestOtp, {
  summary: 'A single-use code that opens exactly one case on a second device',
  body: z.object({ callfrom: z.literal('phone'), postId: Id }),
  reply: z.object({
    id: z.uuid(),
    /** The page to open on the second device; the code is in the fragment, which no server log sees. */
    url: z.url(),
    /** When the code expires. */
    expires_date: Moment,
  }),
  perMinute: 30,
});

/** A second device with access to a case. */
export const Handoff = PersonSession.pick({ browser: true, system: true, kind: true }).extend({
  id: z.uuid(),
  opened_date: Moment,
  expires_date: Moment,
});
export type Handoff = z.infer<typeof Handoff>;

export const listHandoffs = endpoint(routes.listHandoffs, {
  summary: 'One’s own devices connected to a case by a code, latest first',
  params: z.object({ id: Id }),
  reply: z.object({ handoffs: z.array(Handoff) }),
});

export const endHandoff = endpoint(routes.endHandoff, {
  withoutAgreement: true,
  summary: 'Disconnect one of one’s own devices, or cancel its code',
  params: z.object({ handoff: z.uuid() }),
  reply: Done,
});

export const openHandoff = endpoint(routes.openHandoff, {
  summary: 'Redeem a code: this device gets a cookie that opens its case and nothing else',
  body: z.object({ code: z.string().max(100) }),
  reply: Done,
  perMinute: 30,
});

export const HandoffCase = z.object({
  /** Sent with changes. */
  connection: z.uuid(),
  no: z.string(),
  patient: z.object({ firstname: z.string(), lastname: z.string() }),
  status: z.object({ code: StatusCode, str: z.string() }),
  /** Name of the person whose account the device acts for. */
  person: z.string(),
  expires_date: Moment,
  /** False for closed cases, which only accept comments. */
  can_add_photos: z.boolean(),
  note: z.string(),
  no_restoration_reason: z.string(),
  scans_follow: z.boolean(),
  number_sys: NumberSystem,
  restorations: z.array(Restoration),
  connectors: Connectors,
  /** Newest of each name, latest first; `is_photo` if the device can show it. */
  files: z.array(
    z.object({
      id: z.number().int(),
      filename: z.string(),
      size: z.number().int(),
      updated_date: Moment,
      is_photo: z.boolean(),
    }),
  ),
  comments: z.array(CaseComment),
});
export type HandoffCase = z.infer<typeof HandoffCase>;

/*
 * Calls of the second device. Its cookie names the case, so they take no case id. A device that opens a second case
 * gets another cookie; a page that still shows the first case must not write to the second, so changes name their
 * connection and get `handoff_over` if it is not the cookie's.
 */
const OfConnection = z.object({ connection: z.uuid() });

export const handoffCase = endpoint(routes.handoffCase, {
  summary: 'The case of the device’s cookie; with a connection, only if the cookie belongs to it',
  query: OfConnection.partial(),
  reply: HandoffCase,
});

export const handoffPhoto = endpoint(routes.handoffPhoto, {
  summary: 'A picture of the case of the device’s cookie',
  params: z.object({ id: Id }),
  perMinute: 600,
});

export const addHandoffPhoto = endpoint(routes.addHandoffPhoto, {
  summary: 'Add one picture (multipart field `file`) to the case of the device’s cookie',
  query: OfConnection,
  encoding: 'multipart',
  isUpload: true,
  reply: z.object({ id: z.number().int() }),
  perMinute: 120,
});

export const handoffPhotosDone = endpoint(routes.handoffPhotosDone, {
  summary: 'Report that all pictures of an upload are complete; notifies the other side once',
  query: OfConnection,
  reply: Done,
});

export const addHandoffComment = endpoint(routes.addHandoffComment, {
  summary: 'Comment on the case of the device’s cookie',
  query: OfConnection,
  body: z.object({
    comment: text(MAX_COMMENT),
    /** Idempotency key: a repeated request creates no second comment. */
    key: z.uuid(),
  }),
  reply: z.object({ id: z.number().int() }),
  perMinute: 60,
});

export const leaveHandoff = endpoint(routes.leaveHandoff, {
  summary: 'Disconnect this device',
  query: OfConnection,
  reply: Done,
});
