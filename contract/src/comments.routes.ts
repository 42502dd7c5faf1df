import { route } from './endpoint.ts';

export const MAX_COMMENT = 10_000;

/** Maximum number of comments that one request can report as seen. */
export const MAX_SEEN = 500;

/** The reactions to a comment, in display order. */
export const REACTIONS = ['agreed', 'done', 'looking', 'unclear', 'thanks', 'fits'] as const;
export type ReactionKind = (typeof REACTIONS)[number];

export const listComments = route({
  method: 'GET',
  path: '/v1/cases/:id/comments/',
  access: 'user',
  guests: 'open',
});
export const seeComments = route({
  method: 'POST',
  path: '/v1/cases/:id/comments/seen/',
  access: 'user',
  guests: 'open',
  emits: ['comments_seen', 'inbox_changed'],
});
export const addComment = route({
  method: 'POST',
  path: '/v1/cases/:id/comment/',
  access: 'user',
  guests: 'open',
  emits: ['comment_added'],
});
export const editComment = route({
  method: 'PUT',
  path: '/v1/comments/:id/edit/',
  access: 'user',
  guests: 'open',
  emits: ['comment_modified'],
});
export const removeComment = route({
  method: 'DELETE',
  path: '/v1/comments/:id/remove/',
  access: 'user',
  guests: 'open',
  emits: ['comment_deleted'],
});
export const reactToComment = route({
  method: 'PUT',
  path: '/v1/comments/:id/reaction/',
  access: 'user',
  guests: 'open',
  emits: ['comment_reacted'],
});
