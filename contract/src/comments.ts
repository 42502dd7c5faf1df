import * as z from 'zod';
import { CaseComment, Mention } from './cases.ts';
import * as routes from './comments.routes.ts';
import { endpoint } from './endpoint.ts';
import { NewPin } from './pin.ts';
import { Done, Id, text } from './wire.ts';

/** Most people one comment can mention. */
const MENTIONS_MAX = 50;

const Body = z.object({
  comment: text(routes.COMMENT_MAX),
  /**
   * Where `comment`, without blanks around it, names people of the case; each place begins with '@' and is
   * replaced by the person's own name. An edit without it keeps the mentions whose names still stand there.
   */
  mentions: z.array(Mention).max(MENTIONS_MAX).optional(),
  /** File of the case to point at; an edit without it keeps the one there is. */
  file_id: z.number().int().positive().nullable().optional(),
});

export const listComments = endpoint(routes.listComments, {
  summary: 'Comments of a case, oldest first; asking for them marks nothing as read',
  params: z.object({ id: Id }),
  reply: z.object({ id: z.number().int(), comments: z.array(CaseComment) }),
});

/** Ids of comments that are deleted, of another case or read before change nothing, and the answer does not tell. */
export const seeComments = endpoint(routes.seeComments, {
  summary: 'Mark comments of a case as read by the signed-in person, who has had them in view',
  params: z.object({ id: Id }),
  body: z.object({ commentIds: z.array(Id).min(1).max(routes.SEEN_MAX) }),
  reply: z.object({ unread_comments: z.number().int(), unread_mention: z.boolean() }),
});

export const addComment = endpoint(routes.addComment, {
  summary: 'Comment on a case',
  params: z.object({ id: Id }),
  body: Body.extend({
    /** The same key is the same comment: a repeated request posts no second one. */
    key: z.uuid().optional(),
    /** A place on a scan of the case; nobody moves it afterwards. */
    pin: NewPin.nullable().optional(),
  }),
  reply: z.object({ id: z.number().int() }),
});

export const editComment = endpoint(routes.editComment, {
  summary: 'Change an own comment',
  params: z.object({ id: Id }),
  body: Body.extend({
    /** With the version that was edited, a newer one is not overwritten. */
    version: z.number().int().positive().optional(),
    /** Null takes the pin off; without it the comment keeps the one it has. */
    pin: z.null().optional(),
  }),
  reply: Done,
});

export const removeComment = endpoint(routes.removeComment, {
  summary: 'Delete an own comment',
  params: z.object({ id: Id }),
  reply: Done,
});
