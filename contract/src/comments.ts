import * as z from 'zod';
import { UndoId } from './case-changes.ts';
import { CaseComment, Mention } from './case-comment.ts';
import * as routes from './comments.routes.ts';
import { endpoint } from './endpoint.ts';
import { NewPin } from './pin.ts';
import { Done, Id, RowId, text, Version } from './wire.ts';

/** Maximum number of people that one comment can mention. */
const MAX_MENTIONS = 50;

const Body = z.object({
  comment: text(routes.MAX_COMMENT),
  /**
   * Ranges of `comment`, after trimming, that mention people of the case; each begins with '@' and is replaced by the
   * person's own name. An edit without this field keeps the mentions whose names are still in the text.
   */
  mentions: z.array(Mention).max(MAX_MENTIONS).optional(),
  /** File of the case to refer to; an edit without this field keeps the current one. */
  file_id: RowId.nullable().optional(),
});

export const listComments = endpoint(routes.listComments, {
  summary: 'Comments of a case, oldest first; reading them marks nothing as read',
  params: z.object({ id: Id }),
  reply: z.object({ id: z.number().int(), comments: z.array(CaseComment) }),
});

/**
 * Ids of comments that are deleted, of another case or already read are ignored, and the reply does not reveal which.
 */
export const seeComments = endpoint(routes.seeComments, {
  withoutAgreement: true,
  summary: 'Mark comments of a case as read by the signed-in person, who has seen them',
  params: z.object({ id: Id }),
  body: z.object({ commentIds: z.array(RowId).min(1).max(routes.MAX_SEEN) }),
  reply: z.object({ unread_comments: z.number().int(), unread_mention: z.boolean() }),
});

export const addComment = endpoint(routes.addComment, {
  summary: 'Comment on a case',
  params: z.object({ id: Id }),
  body: Body.extend({
    /** Idempotency key: a repeated request creates no second comment. */
    key: z.uuid().optional(),
    /** A place on a scan of the case; it cannot be moved later. */
    pin: NewPin.nullable().optional(),
    /** The comment of the case that it answers. */
    reply_to: RowId.nullable().optional(),
  }),
  reply: z.object({ id: z.number().int() }),
});

export const editComment = endpoint(routes.editComment, {
  summary: 'Edit one’s own comment',
  params: z.object({ id: Id }),
  body: Body.extend({
    /** The version that was edited, which protects a newer one from being overwritten. */
    version: Version.optional(),
    /** Null removes the pin; without this field the comment keeps its pin. */
    pin: z.null().optional(),
  }),
  reply: Done,
});

export const removeComment = endpoint(routes.removeComment, {
  summary: 'Delete an own comment',
  params: z.object({ id: Id }),
  reply: z.object({ undo: UndoId }),
});

/** Each person has at most one reaction of each kind; repeating a request changes nothing. */
export const reactToComment = endpoint(routes.reactToComment, {
  summary: 'Add or remove one’s own reaction to a comment',
  params: z.object({ id: Id }),
  body: z.object({ kind: z.enum(routes.REACTIONS), on: z.boolean() }),
  reply: Done,
  perMinute: 60,
});
