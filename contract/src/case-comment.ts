import * as z from 'zod';
import { REACTIONS } from './comments.routes.ts';
import { patient } from './patient.ts';
import { Pin } from './pin.ts';
import { Moment, RowId } from './wire.ts';

/** Range of a mention in the comment's text including the '@', in UTF-16 units. */
export const Mention = z.object({
  user_id: RowId,
  start: z.number().int().min(0),
  length: z.number().int().min(1),
});
export type Mention = z.infer<typeof Mention>;

export const CaseComment = z.object({
  id: z.number().int(),
  /** Text as people read it: mentions are '@' and the person's current name. */
  text: patient(z.string()),
  mentions: patient(z.array(Mention)),
  /** Whether the signed-in person is one of them. */
  mentions_me: z.boolean(),
  /** Whether the signed-in person has not seen it yet. */
  is_unread: z.boolean(),
  /** The file of the case that the comment refers to. */
  file: z.object({ id: z.number().int(), filename: patient(z.string()), is_deleted: z.boolean() }).nullable(),
  /** The place on a scan that the comment is about. */
  pin: Pin.nullable(),
  /** First comment of its thread, which may be deleted; null for comments that are not replies. */
  thread_id: z.number().int().nullable(),
  /** The comment that it answers, with the beginning of its text; without name and text once that is deleted. */
  reply_to: z
    .object({
      id: z.number().int(),
      name: z.string(),
      author_is_unknown: z.boolean(),
      text: patient(z.string()),
      is_deleted: z.boolean(),
    })
    .nullable(),
  reactions: z.array(
    z.object({
      kind: z.enum(REACTIONS),
      /** Whether one of them is by the signed-in person. */
      is_mine: z.boolean(),
      /** The others, in the order in which they reacted; '' for people who have deleted their account. */
      names: z.array(z.string()),
    }),
  ),
  /** Sent with an edit, so that it does not overwrite a newer text. */
  version: z.number().int(),
  /** 1 for the current user, 0 for anybody else. */
  author: z.number().int(),
  name: z.string(),
  picture: z.string().nullable(),
  author_is_unknown: z.boolean(),
  created_date: Moment,
  updated_date: Moment,
  is_edited: z.boolean(),
  is_editable: z.boolean(),
});
export type CaseComment = z.infer<typeof CaseComment>;
