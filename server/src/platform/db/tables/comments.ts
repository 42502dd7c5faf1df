import type { ReactionKind } from '@cusp/contract/comments.routes';
import type { PinPlace } from '@cusp/contract/pin';
import type { Generated } from 'kysely';

export interface CaseCommentTable {
  id: Generated<number>;
  case_id: number;
  author_id: number;
  /** Without the names of mentioned people; see `comment_mention`. */
  body: string;
  /** Key that the browser generated for the comment; repeating it creates no second comment. */
  client_key: Generated<string | null>;
  version: Generated<number>;
  /** File of the case that the comment points at. */
  file_id: Generated<number | null>;
  /** The place on the scan `pin_file_id` that the comment is about. */
  pin: Generated<PinPlace | null>;
  pin_file_id: Generated<number | null>;
  /** Number of the pin in its case; kept when the pin is removed, so that numbers are not reused. */
  pin_no: Generated<number | null>;
  /** The comment that it answers. */
  reply_to_id: Generated<number | null>;
  /** First comment of its thread; null for comments that are not replies. */
  thread_id: Generated<number | null>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  deleted_at: Date | null;
}

/** A person mentioned in a comment; their name is inserted at this position of the body. */
export interface CommentMentionTable {
  comment_id: number;
  /** Offset in the body in UTF-16 units. */
  at: number;
  /** Order of the mentions in the comment. */
  ordinal: number;
  user_id: number;
}

/** A person's reaction to a comment, at most one of each kind. */
export interface CommentReactionTable {
  comment_id: number;
  user_id: number;
  kind: ReactionKind;
  at: Generated<Date>;
}

/** Exists until the person has seen the comment. */
export interface UnreadCommentTable {
  user_id: number;
  case_id: number;
  comment_id: number;
  /** When a mail about it was sent. */
  mailed_at: Generated<Date | null>;
}
