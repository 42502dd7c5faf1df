import * as z from 'zod';
import { endpoint } from './endpoint.ts';

/**
 * What an event makes stale in a browser. Keys are the first part of the web's query keys;
 * `case`, `files`, `comments`, `history` and `shares` only go stale for the case the event names.
 */
export type Stale =
  | 'alarms'
  | 'activities'
  | 'case'
  | 'cases'
  | 'comments'
  | 'connections'
  | 'files'
  | 'filters'
  | 'group'
  | 'handoffs'
  | 'history'
  | 'recipients'
  | 'restoration-counts'
  | 'security'
  | 'shares'
  | 'status-counts'
  | 'today'
  | 'user'
  | 'weeks';

/** Every live event by its wire name. The web's live module is a loop over this table. */
export const EVENTS = {
  post_published: ['cases', 'activities', 'status-counts', 'restoration-counts', 'filters', 'today', 'weeks'],
  post_uploaded: ['case', 'activities', 'history'],
  post_modified: ['case', 'cases', 'activities', 'restoration-counts', 'history', 'today', 'filters'],
  change_proposed: ['case', 'cases', 'history'],
  change_declined: ['case', 'cases', 'history'],
  change_withdrawn: ['case', 'cases', 'history'],
  post_status_modified: ['case', 'cases', 'activities', 'status-counts', 'history', 'today', 'weeks'],
  post_assignee_changed: ['case', 'cases', 'activities', 'history', 'filters'],
  posts_deleted: ['case', 'cases', 'activities', 'status-counts', 'restoration-counts', 'today', 'weeks'],
  files_uploaded: ['case', 'files', 'cases', 'activities', 'history'],
  file_deleted: ['case', 'files', 'cases', 'activities', 'history'],
  file_not_shown: ['case', 'files'],
  packed_scan_read: ['case', 'files'],
  file_classified: ['case', 'files', 'history'],
  file_unit_set: ['case', 'files', 'history'],
  front_marked: ['case', 'history'],
  file_metadata_set: ['case', 'files'],
  preview_made: ['case', 'files', 'cases'],
  comment_added: ['case', 'comments', 'cases', 'activities', 'history', 'today'],
  comment_modified: ['case', 'comments', 'cases', 'activities', 'history', 'today'],
  comment_deleted: ['case', 'comments', 'cases', 'activities', 'history', 'today'],
  // Only to who has seen them, for their other tabs.
  comments_seen: ['case', 'comments', 'cases', 'today'],
  handoff_opened: ['handoffs'],
  handoff_ended: ['handoffs'],
  case_shared: ['shares', 'history'],
  share_revoked: ['shares', 'history'],
  share_opened: ['shares', 'history'],
  posts_restored: [
    'case',
    'files',
    'comments',
    'cases',
    'activities',
    'status-counts',
    'restoration-counts',
    'history',
    'today',
    'weeks',
  ],
  contact_requested: ['connections', 'alarms'],
  contact_accepted: ['connections', 'alarms', 'recipients', 'filters'],
  contact_rejected: ['connections', 'alarms'],
  contact_modified: ['connections'],
  contact_deleted: ['connections', 'alarms', 'recipients'],
  sguser_requested: ['group', 'alarms'],
  sguser_accepted: [
    'group',
    'alarms',
    'cases',
    'case',
    'connections',
    'recipients',
    'activities',
    'status-counts',
    'restoration-counts',
    'today',
    'weeks',
    'user',
    'filters',
  ],
  sguser_rejected: ['group', 'alarms'],
  sguser_deleted: [
    'group',
    'alarms',
    'cases',
    'case',
    'connections',
    'recipients',
    'activities',
    'status-counts',
    'restoration-counts',
    'today',
    'weeks',
    'user',
    'filters',
  ],
  // Founding one counts too: who owns a group has no invitations waiting and can hand cases on.
  sharegroup_modified: ['group', 'alarms', 'case', 'user'],
  // Somebody joined while others were writing: what those told of was not addressed to everybody it now concerns.
  sharegroup_settled: [
    'case',
    'files',
    'comments',
    'cases',
    'connections',
    'recipients',
    'activities',
    'status-counts',
    'restoration-counts',
    'history',
    'shares',
    'today',
    'weeks',
    'filters',
  ],
  sharegroup_deleted: [
    'group',
    'alarms',
    'cases',
    'case',
    'connections',
    'recipients',
    'activities',
    'status-counts',
    'restoration-counts',
    'today',
    'weeks',
    'user',
    'filters',
  ],
} as const satisfies Record<string, readonly Stale[]>;

export type EventName = keyof typeof EVENTS;
export const EVENT_NAMES = Object.keys(EVENTS) as EventName[];

/** Sent instead of a replay when the gap is too old: everything may be stale. */
export const RESYNC = 'resync';
/** Tells those who look at a case that somebody came, left or types. Not kept: it has no id and no replay. */
export const PRESENCE = 'case_presence';
/** Sent once when the session behind a stream has ended; the stream closes after it. */
export const SESSION_ENDED = 'session_ended';

/** Data of one live event: what happened to which id, never content. */
export const LiveEvent = z.object({
  id: z.number().int(),
  name: z.string(),
  at: z.string(),
  /** Case the event is about, null for connections and groups. */
  case_id: z.number().int().nullable(),
  actor_id: z.number().int().nullable(),
  action_id: z.string().nullable(),
  ids: z.record(z.string(), z.union([z.number().int(), z.array(z.number().int())])),
});
export type LiveEvent = z.infer<typeof LiveEvent>;

export const STREAM_RETRY_MS = 3000;
/** How long a tab remembers the ids of its own actions. */
export const ACTION_ID_KEPT_MS = 300_000;

/** A page that has been open for longer without a stream asks for everything again. */
export const STREAM_SINCE_MAX_S = 60;

export const eventStream = endpoint({
  method: 'GET',
  path: '/events/',
  access: 'cookie',
  summary: 'Server-Sent Events of everything the signed-in person may see',
  query: z.object({
    lastEventId: z.coerce.number().int().min(0).optional().catch(undefined),
    /** Without an event id: for how many seconds the page has been loading what it shows. */
    since: z.coerce.number().int().min(0).max(STREAM_SINCE_MAX_S).optional().catch(undefined),
  }),
  reply: 'events',
});
