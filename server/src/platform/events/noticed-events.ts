import { UNDO_MS } from '@cusp/contract/case-changes.routes';
import type { EventName } from '@cusp/contract/event-names';

/** Delay in milliseconds after which a change with undo reaches inboxes: the end of undo. */
const SETTLED_MS = UNDO_MS + 1000;

/** Events that people get in their inbox, and the delay in milliseconds. */
export const NOTICED_AFTER_MS: Readonly<Partial<Record<EventName, number>>> = {
  post_published: SETTLED_MS,
  post_status_modified: SETTLED_MS,
  post_assignee_changed: SETTLED_MS,
  post_modified: 0,
  change_proposed: 0,
  change_declined: 0,
  change_withdrawn: 0,
  files_uploaded: 0,
  case_shipped: 0,
  comment_added: 0,
  comment_modified: 0,
  comment_deleted: 0,
  contact_requested: 0,
  contact_accepted: 0,
  sguser_requested: 0,
  sguser_accepted: 0,
};
