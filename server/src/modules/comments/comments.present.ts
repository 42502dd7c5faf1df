import type { CaseComment } from '@cusp/contract/cases';
import type { Pin } from '@cusp/contract/pin';
import { isUnknown, nameOf, pictureOf } from '../people/person.present.ts';
import type { CommentRow, MentionRow } from './comments.sql.ts';
import { fillMentions } from './mentions.ts';

/** Placeholder for somebody who has deleted their account; the page shows a word in the reader's language. */
const UNKNOWN = '(Unknown)';

/** The stored mentions of a comment, with the people's current names. */
export function mentionsOfRow(mentions: readonly MentionRow[]) {
  const names = new Map(mentions.map(({ person }) => [person.id, nameOf(person) || UNKNOWN]));
  return {
    kept: mentions.map(({ at, person }) => ({ userId: person.id, at })),
    nameOf: (userId: number) => names.get(userId) ?? UNKNOWN,
  };
}

/** A comment as one person sees it; only its author may change it. */
export function presentComment(row: CommentRow, viewerId: number): CaseComment {
  const isOwn = row.author_id === viewerId;
  const author = { ...row, id: row.author_id, deleted_at: row.author_deleted_at };
  const { kept, nameOf: mentionedName } = mentionsOfRow(row.mentions);
  const { text, mentions } = fillMentions({ body: row.body, mentions: kept }, mentionedName);
  return {
    id: row.id,
    text,
    mentions,
    mentions_me: kept.some(({ userId }) => userId === viewerId),
    is_unread: row.unread,
    file:
      row.file_id === null
        ? null
        : { id: row.file_id, filename: row.filename ?? '', is_deleted: row.file_deleted_at !== null },
    pin: presentPin(row),
    version: row.version,
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

function presentPin(row: CommentRow): Pin | null {
  if (row.pin === null || row.pin_no === null || row.pin_file_id === null) return null;
  const is_deleted = row.scan_deleted_at !== null;
  return {
    ...row.pin,
    no: row.pin_no,
    file: { id: row.pin_file_id, filename: row.scan_filename ?? '', is_deleted },
  };
}
