import * as z from 'zod';
import { CaseComment } from './cases.ts';
import { endpoint } from './endpoint.ts';
import { Done, Id, text } from './wire.ts';

export const COMMENT_MAX = 10_000;
const Body = z.object({ comment: text(COMMENT_MAX) });

export const listComments = endpoint({
  method: 'GET',
  path: '/v1/cases/:id/comments/',
  access: 'user',
  summary: 'Comments of a case, oldest first; reading them marks them as read',
  params: z.object({ id: Id }),
  reply: z.object({ id: z.number().int(), comments: z.array(CaseComment) }),
});

export const addComment = endpoint({
  method: 'POST',
  path: '/v1/cases/:id/comment/',
  access: 'user',
  summary: 'Comment on a case',
  params: z.object({ id: Id }),
  body: Body,
  reply: z.object({ id: z.number().int() }),
});

export const editComment = endpoint({
  method: 'PUT',
  path: '/v1/comments/:id/edit/',
  access: 'user',
  summary: 'Change an own comment',
  params: z.object({ id: Id }),
  body: Body,
  reply: Done,
});

export const removeComment = endpoint({
  method: 'DELETE',
  path: '/v1/comments/:id/remove/',
  access: 'user',
  summary: 'Delete an own comment',
  params: z.object({ id: Id }),
  reply: Done,
});
