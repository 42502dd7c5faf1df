import * as z from 'zod';
import { StatusCode } from './cases.ts';
import { endpoint } from './endpoint.ts';
import * as routes from './inbox.routes.ts';
import { patient } from './patient.ts';
import { Day, Done, ListPlace, Moment, RowId } from './wire.ts';

export const InboxKind = z.enum(routes.INBOX_KINDS);

/** The latest event of a notice, more precise than its kind. */
export const InboxWhat = z.enum([
  'mention',
  'comment',
  'sent',
  'status',
  'edited',
  'proposed',
  'declined',
  'withdrawn',
  'files',
  'shipped',
  'assigned',
  'unassigned',
  'connection',
  'connected',
  'group',
  'joined',
  'soon',
  'overdue',
  'expiring',
  'unstarted',
  'unfinished',
]);
export type InboxWhat = z.infer<typeof InboxWhat>;

/** One notice for each kind and case, connection or group: further events renew it. */
export const Notice = z.object({
  id: z.number().int(),
  kind: InboxKind,
  what: InboxWhat,
  at: Moment,
  is_read: z.boolean(),
  /** Put off until then. */
  snoozed_until: Moment.nullable(),
  /** Who did it; null for a deadline, the name is '' for a deleted account. */
  person: z.object({ id: z.number().int(), name: z.string(), picture: z.string().nullable() }).nullable(),
  case: z.object({ id: z.number().int(), no: z.string(), patient: patient(z.string()) }).nullable(),
  /** The status that was set. */
  status: StatusCode.nullable(),
  /**
   * Requested delivery of a deadline; the appointment that may be missed; the day from which on copies of cases are
   * removed. Null for support that sees no patients.
   */
  due: patient(Day.nullable(), null),
  /** Unread comments of the case; 0 for other kinds. */
  comments: z.number().int(),
  /** Name of the group of an invitation. */
  group: z.string().nullable(),
});
export type Notice = z.infer<typeof Notice>;

/** Milliseconds until the next snoozed notice comes back; null if none is snoozed. */
const WakesIn = z.number().int().nullable();

export const listInbox = endpoint(routes.listInbox, {
  summary: 'One’s notices, latest first',
  query: z.object({
    show: z.enum(['inbox', 'snoozed', 'done']).default('inbox'),
    /** `next` of the previous page. */
    before: ListPlace.optional(),
  }),
  reply: z.object({
    notices: z.array(Notice),
    next: ListPlace.nullable(),
    /** The position of the first notice, for changes of all that were shown. */
    first: ListPlace.nullable(),
  }),
});

export const countInbox = endpoint(routes.countInbox, {
  summary: 'How many notices are unread, at most 100, and when the next one comes back',
  reply: z.object({ unread: z.number().int(), wakes_in: WakesIn }),
});

export const changeNotices = endpoint(routes.changeNotices, {
  withoutAgreement: true,
  summary:
    'Mark notices as read, unread or done, reopen them, put them off, or undo what was done or put off last',
  body: z.object({
    ids: z.array(RowId).min(1).max(routes.MAX_INBOX_CHANGE),
    change: z.enum(['read', 'unread', 'done', 'open', 'snooze', 'undo']),
    /** For `snooze`: when they come back. */
    until: Moment.optional(),
  }),
  reply: Done,
});

export const changeAllNotices = endpoint(routes.changeAllNotices, {
  withoutAgreement: true,
  summary: 'Mark all notices in the inbox up to a place as read or done; later ones stay as they are',
  body: z.object({ change: z.enum(['read', 'done']), up_to: ListPlace }),
  /** Ids of the changed notices, for undo. */
  reply: z.object({ ids: z.array(z.number().int()) }),
});
