import type { PinPlace } from '@cusp/contract/pin';
import type { Generated } from 'kysely';

export interface CaseCommentTable {
  id: Generated<number>;
  case_id: number;
  author_id: number;
  /** Without the names of mentioned people; see `comment_mention`. */
  body: string;
  /** Key the browser made for the comment; the same key is the same comment. */
  client_key: Generated<string | null>;
  version: Generated<number>;
  /** File of the case that the comment points at. */
  file_id: Generated<number | null>;
  /** The place on the scan `pin_file_id` that it is about. */
  pin: Generated<PinPlace | null>;
  pin_file_id: Generated<number | null>;
  /** Counts the pins of a case; stays when the pin is taken off, so that a number is given once. */
  pin_no: Generated<number | null>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  deleted_at: Date | null;
}

/** A person named in a comment: their name belongs at this place of the body. */
export interface CommentMentionTable {
  comment_id: number;
  /** UTF-16 units before it. */
  at: number;
  /** Order of the mentions in the comment. */
  ordinal: number;
  user_id: number;
}

/** Exists as long as the person has not seen the comment. */
export interface UnreadCommentTable {
  user_id: number;
  case_id: number;
  comment_id: number;
  /** When a mail told of it. */
  mailed_at: Generated<Date | null>;
}
