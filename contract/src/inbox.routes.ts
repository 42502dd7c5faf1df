import { route } from './endpoint.ts';

/** Kinds of notices. Each can be switched off. */
export const INBOX_KINDS = [
  'mention',
  'comment',
  'case',
  'change',
  'assignment',
  'request',
  'deadline',
  'appointment',
] as const;
export type InboxKind = (typeof INBOX_KINDS)[number];

/** A larger number of unread notices is not counted. */
export const MAX_INBOX_COUNT = 100;
/** Maximum number of notices in one request. */
export const MAX_INBOX_CHANGE = 100;
/** Maximum duration of a snooze, in days. */
export const SNOOZE_MAX_DAYS = 366;

export const listInbox = route({ method: 'GET', path: '/v1/inbox/', access: 'user' });
export const countInbox = route({ method: 'GET', path: '/v1/inbox/count/', access: 'user' });
export const changeNotices = route({
  method: 'PUT',
  path: '/v1/inbox/',
  access: 'user',
  emits: ['inbox_changed'],
});
export const changeAllNotices = route({
  method: 'PUT',
  path: '/v1/inbox/all/',
  access: 'user',
  emits: ['inbox_changed'],
});
