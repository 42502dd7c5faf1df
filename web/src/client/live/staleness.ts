import type { Route } from '@cusp/contract/endpoint';
import type { EventName } from '@cusp/contract/event-names';
import type { LiveEvent } from '@cusp/contract/live';

/**
 * First parts of query keys: what the browser caches of the server's responses. `case`, `comments`, `files`,
 * `handoffs`, `history` and `shares` are cached per case.
 */
export type CacheKey =
  | 'activities'
  | 'admin-cases'
  | 'admin-connections'
  | 'admin-exports'
  | 'admin-features'
  | 'admin-group'
  | 'admin-labs'
  | 'admin-moves'
  | 'admin-sheets'
  | 'admin-support'
  | 'admin-tickets'
  | 'alarms'
  | 'case'
  | 'cases'
  | 'comments'
  | 'connections'
  | 'data-exports'
  | 'devices'
  | 'files'
  | 'filters'
  | 'group'
  | 'guest-cases'
  | 'handoffs'
  | 'history'
  | 'inbox'
  | 'last-used'
  | 'own-support'
  | 'recipients'
  | 'region-move'
  | 'restoration-counts'
  | 'scanners'
  | 'security'
  | 'shares'
  | 'staff-device'
  | 'staff-devices'
  | 'staff-statistics'
  | 'user-locations'
  | 'staff-user'
  | 'staff-users'
  | 'statements'
  | 'shipments'
  | 'steps'
  | 'status-counts'
  | 'today'
  | 'user'
  | 'templates'
  | 'views'
  | 'weeks';

/** Joining or leaving a group changes which cases a person sees. */
const EVERY_CASE: readonly CacheKey[] = [
  'activities',
  'case',
  'cases',
  'comments',
  'connections',
  'files',
  'filters',
  'history',
  'inbox',
  'recipients',
  'restoration-counts',
  'shares',
  'status-counts',
  'today',
  'weeks',
];
const MEMBERSHIP: readonly CacheKey[] = [
  ...EVERY_CASE,
  'alarms',
  'group',
  'scanners',
  // A group works by the steps of its owner.
  'steps',
  'templates',
  'user',
  'views',
];

/**
 * Cache keys that each event invalidates in every tab, including the one that caused it. A new event does not compile
 * without a row.
 */
export const STALE_AFTER: Record<EventName, readonly CacheKey[]> = {
  post_published: [
    'cases',
    'activities',
    'status-counts',
    'restoration-counts',
    'filters',
    'last-used',
    'today',
    'weeks',
  ],
  post_uploaded: ['case', 'activities', 'history'],
  post_modified: [
    'case',
    'cases',
    'activities',
    'restoration-counts',
    'history',
    'inbox',
    'today',
    'filters',
  ],
  change_proposed: ['case', 'cases', 'history', 'today'],
  change_declined: ['case', 'cases', 'history', 'today'],
  change_withdrawn: ['case', 'cases', 'history', 'today'],
  post_status_modified: ['case', 'cases', 'activities', 'status-counts', 'history', 'today', 'weeks'],
  post_assignee_changed: ['case', 'cases', 'activities', 'history', 'filters'],
  posts_deleted: [
    'case',
    'cases',
    'activities',
    'inbox',
    'status-counts',
    'restoration-counts',
    'today',
    'weeks',
  ],
  // Sent to the side that keeps its copy.
  copy_deleted: ['case', 'history', 'shares'],
  files_uploaded: ['case', 'files', 'cases', 'activities', 'history'],
  file_deleted: ['case', 'files', 'cases', 'activities', 'history'],
  file_scanned: ['case', 'files'],
  file_not_shown: ['case', 'files'],
  packed_scan_read: ['case', 'files'],
  file_classified: ['case', 'files', 'history'],
  file_unit_set: ['case', 'files', 'history'],
  front_marked: ['case', 'history'],
  statement_issued: ['statements', 'history'],
  step_marked: ['steps'],
  case_shipped: ['case', 'shipments', 'history', 'cases', 'inbox'],
  shipment_removed: ['case', 'shipments', 'history', 'cases', 'inbox'],
  file_metadata_set: ['case', 'files'],
  preview_made: ['case', 'files', 'cases'],
  // The page shows the comment itself instead of its entry in the history.
  comment_added: ['case', 'comments', 'cases', 'activities', 'today'],
  comment_modified: ['case', 'comments', 'cases', 'activities', 'today'],
  comment_deleted: ['case', 'comments', 'cases', 'activities', 'history', 'today'],
  comment_reacted: ['case', 'comments'],
  // Sent only to the person who has seen them, for their other tabs.
  comments_seen: ['case', 'comments', 'cases', 'today'],
  // Sent to the people whose inbox changed.
  inbox_changed: ['inbox'],
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
    'inbox',
    'today',
    'weeks',
  ],
  contact_requested: ['connections', 'alarms'],
  // A template has its recipient only while its reader can send to them.
  contact_accepted: ['connections', 'alarms', 'inbox', 'recipients', 'filters', 'templates'],
  contact_rejected: ['connections', 'alarms', 'inbox'],
  contact_modified: ['connections', 'recipients', 'filters', 'admin-connections'],
  contact_deleted: ['connections', 'alarms', 'inbox', 'recipients', 'filters', 'templates'],
  sguser_requested: ['group', 'alarms'],
  sguser_accepted: MEMBERSHIP,
  sguser_rejected: ['group', 'alarms', 'inbox'],
  sguser_deleted: MEMBERSHIP,
  // Also emitted when a group is founded: its owner has no pending invitations and can hand over cases.
  sharegroup_modified: ['group', 'alarms', 'case', 'user', 'templates', 'views'],
  // A member joined during other users' writes, so the events of those writes did not reach the new member.
  sharegroup_settled: EVERY_CASE,
  sharegroup_deleted: MEMBERSHIP,
  device_registered: ['scanners', 'staff-device', 'staff-devices'],
  // The event has no case id: whichever case is open may be from that scanner.
  device_locks_changed: ['case', 'devices', 'files', 'scanners', 'staff-device', 'staff-devices'],
  production_changed: ['steps'],
  labs_modified: ['connections', 'admin-labs'],
  views_changed: ['views'],
  templates_changed: ['templates'],
  region_move_changed: ['region-move', 'admin-moves', 'user'],
  // Cases and connections of partners who have moved, or of those who have arrived here.
  region_moved: [...EVERY_CASE, 'guest-cases', 'region-move', 'admin-moves', 'user'],
};

type Happening = Pick<LiveEvent, 'name' | 'case_id' | 'ids'>;

const OF_ONE_CASE: readonly CacheKey[] = ['case', 'comments', 'files', 'handoffs', 'history', 'shares'];

const isEventName = (name: string): name is EventName => Object.hasOwn(STALE_AFTER, name);

/** Cache keys that an event invalidates; empty for events unknown to this version. */
export const staleBy = ({ name }: Pick<LiveEvent, 'name'>): readonly CacheKey[] =>
  isEventName(name) ? STALE_AFTER[name] : [];

/** Cache keys that a change through this endpoint invalidates, by the events it emits. */
export const staleAfter = ({ emits = [] }: Pick<Route, 'emits'>): ReadonlySet<CacheKey> =>
  new Set(emits.flatMap((name) => STALE_AFTER[name]));

/** Ids of the cases in an event, from whichever payload field has them. */
export function casesOf({ case_id, ids }: Pick<LiveEvent, 'case_id' | 'ids'>): readonly number[] {
  if (case_id !== null) return [case_id];
  return [ids.cases, ids.case_ids, ids.posts, ids.post_ids].flat().filter((id) => id !== undefined);
}

/**
 * Whether an event invalidates a query. Per-case data is matched by the id in the key or, for a case opened
 * by its number, in the data. A new case only invalidates the first page of a list: later pages would shift
 * under their reader.
 */
export function isMadeStale(event: Happening, key: readonly unknown[], data: unknown): boolean {
  const word = staleBy(event).find((each) => each === key[0]);
  if (!word) return false;
  if (event.name === 'post_published' && word === 'cases' && isLaterPage(key[1])) return false;
  if (!OF_ONE_CASE.includes(word)) return true;
  const cases = casesOf(event);
  // Until the data arrives, a number may belong to any case.
  const isUnknown = data === undefined && typeof key[1] === 'string';
  return cases.length === 0 || isUnknown || cases.some((id) => key[1] === id || idOf(data) === id);
}

const idOf = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && 'id' in data ? data.id : undefined;

const isLaterPage = (query: unknown): boolean =>
  typeof query === 'object' && query !== null && 'page' in query && Number(query.page) > 1;
