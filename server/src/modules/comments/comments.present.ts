import type { CaseComment } from '@cusp/contract/cases';
import { isUnknown, nameOf, pictureOf } from '../profile/person.present.ts';
import type { CommentRow } from './comments.sql.ts';

/** A comment as one person sees it; only its author may change it. */
export function presentComment(row: CommentRow, viewerId: number): CaseComment {
  const isOwn = row.author_id === viewerId;
  const author = { ...row, id: row.author_id, deleted_at: row.author_deleted_at };
  return {
    id: row.id,
    text: row.body,
    author: isOwn ? 1 : 0,
    name: nameOf(author),
    picture: pictureOf(author),
    author_is_unknown: isUnknown(author),
    created_date: row.created_at.toISOString(),
    updated_date: row.updated_at.toISOString(),
    is_edited: row.updated_at > row.created_at,
    is_editable: isOwn,
  };
}
