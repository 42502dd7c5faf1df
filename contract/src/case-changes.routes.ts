import { route } from './endpoint.ts';

/** How long a change or a deletion can be undone, in milliseconds. */
export const UNDO_MS = 10_000;

export const changeStatus = route({
  method: 'PUT',
  path: '/v1/cases/:id/status/',
  access: 'user',
  guests: 'open',
  emits: ['post_status_modified'],
});
export const getAssignee = route({
  method: 'GET',
  path: '/v1/cases/:id/assignee/',
  access: 'user',
  guests: 'open',
});
export const changeAssignee = route({
  method: 'PUT',
  path: '/v1/cases/:id/assignee/',
  access: 'user',
  emits: ['post_assignee_changed'],
});
/**
 * `deletion` in the reply is the id for undoing; `kept` lists the cases that were not deleted, with the reason. Refused
 * if none could be deleted.
 */
export const removeCases = route({
  method: 'DELETE',
  path: '/v1/cases/:id/remove/',
  access: 'user',
  emits: ['posts_deleted', 'copy_deleted'],
});
export const undoRemoveCases = route({
  method: 'POST',
  path: '/v1/case-deletions/:id/undo/',
  access: 'user',
  emits: ['posts_restored'],
});
/** Undoes a change of status or assignee, or the deletion of a comment; `id` is the `undo` of its reply. */
export const undoChange = route({
  method: 'POST',
  path: '/v1/changes/:id/undo/',
  access: 'user',
  guests: 'open',
  emits: ['post_status_modified', 'post_assignee_changed', 'comment_added'],
});
export const casePeople = route({
  method: 'GET',
  path: '/v1/cases/:id/people/',
  access: 'user',
  guests: 'open',
});
