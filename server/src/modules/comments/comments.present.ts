import type { CaseComment } from '@cusp/contract/case-comment';
import { REACTIONS } from '@cusp/contract/comments.routes';
import type { Pin } from '@cusp/contract/pin';
import { isUnknown, nameOf, pictureOf } from '../people/person.present.ts';
import type { CommentRow, MentionRow, ReactionRow } from './comments.sql.ts';
import { fillMentions } from './mentions.ts';

/** Name of the author of a comment whose account is deleted; the page shows a word in the reader's language. */
const UNKNOWN = '(Unknown)';

/** The stored mentions of a comment, with the people's current names. */
export function mentionsOfRow(mentions: readonly MentionRow[]) {
  const names = new Map(mentions.map(({ person }) => [person.id, nameOf(person) || UNKNOWN]));
  return {
    kept: mentions.map(({ at, person }) => ({ userId: person.id, at })),
    nameOf: (userId: number) => names.get(userId) ?? UNKNOWN,
  };
}

/** Characters of a comment that a reply quotes. */
const MAX_QUOTE = 200;

/** The comments of a case as one person sees them; only its author may change a comment. */
export function presentComments(rows: readonly CommentRow[], viewerId: number): CaseComment[] {
  const comments = rows.map((row) => presentComment(row, viewerId));
  const known = new Map(comments.map((comment) => [comment.id, comment]));
  return comments.map((comment, at) => ({
    ...comment,
    reply_to: quoteOf(rows[at]?.reply_to_id ?? null, known),
  }));
}

function presentComment(row: CommentRow, viewerId: number): Omit<CaseComment, 'reply_to'> {
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
    thread_id: row.thread_id,
    reactions: presentReactions(row.reactions, viewerId),
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

function quoteOf(
  id: number | null,
  known: ReadonlyMap<number, Pick<CaseComment, 'name' | 'author_is_unknown' | 'text'>>,
): CaseComment['reply_to'] {
  if (id === null) return null;
  const quoted = known.get(id);
  if (!quoted) return { id, name: '', author_is_unknown: false, text: '', is_deleted: true };
  const { name, author_is_unknown } = quoted;
  // By code points, so that no character is cut in two.
  const text = Array.from(quoted.text.slice(0, 2 * MAX_QUOTE))
    .slice(0, MAX_QUOTE)
    .join('');
  return { id, name, author_is_unknown, text, is_deleted: false };
}

const presentReactions = (rows: readonly ReactionRow[], viewerId: number): CaseComment['reactions'] =>
  REACTIONS.flatMap((kind) => {
    const people = rows.filter((row) => row.kind === kind).map(({ person }) => person);
    if (people.length === 0) return [];
    const names = people.filter(({ id }) => id !== viewerId).map((person) => nameOf(person));
    return [{ kind, is_mine: names.length < people.length, names }];
  });

function presentPin(row: CommentRow): Pin | null {
  if (row.pin === null || row.pin_no === null || row.pin_file_id === null) return null;
  const is_deleted = row.scan_deleted_at !== null;
  return {
    ...row.pin,
    no: row.pin_no,
    file: { id: row.pin_file_id, filename: row.scan_filename ?? '', is_deleted },
  };
}
