import { type RawBuilder, sql } from 'kysely';

/**
 * The rule of who sees a case. A sent case has two sides, the author's and the recipient's, each with its own copy. The
 * people of a party's circle see the case from that side until the side deletes its copy. Queries use only the forms in
 * `visible-cases.sql.ts`, so a change of the rule is a change of this file.
 */
export interface Side {
  /** The author or the recipient. */
  own: RawBuilder<number>;
  /** The party on the opposite side. */
  other: RawBuilder<number>;
  /** Whether the people of this side see the row. */
  sees: RawBuilder<boolean>;
}

/** Tables whose rows belong to the two parties of a case. */
export type CaseTable = 'dental_case' | 'case_search' | 'case_made' | 'case_tally' | 'made_tally';

interface Sides {
  /** The columns that decide visibility for either side. */
  both: RawBuilder<boolean>;
  author: Side;
  recipient: Side;
}

/** SQL condition, per table, that a side still has its copy. */
const HAS_COPY: Record<CaseTable, (side: 'author' | 'recipient') => RawBuilder<boolean>> = {
  dental_case: (side) => sql`${sql.ref(`dental_case.${side}_removed_at`)} is null`,
  case_search: (side) => sql`not ${sql.ref(`case_search.${side}_removed`)}`,
  case_made: (side) => sql`not ${sql.ref(`case_made.${side}_removed`)}`,
  // Rows of these tables describe pairs of people and have a count for each side.
  case_tally: () => sql`true`,
  made_tally: () => sql`true`,
};

export function sidesOf(table: CaseTable): Sides {
  const column = (name: string) => sql.ref<number>(`${table}.${name}`);
  const [author, recipient] = [column('author_id'), column('recipient_id')];
  return {
    // Triggers keep drafts out of the other tables.
    both: table === 'dental_case' ? sql<boolean>`dental_case.published_at is not null` : sql<boolean>`true`,
    author: { own: author, other: recipient, sees: HAS_COPY[table]('author') },
    recipient: { own: recipient, other: author, sees: HAS_COPY[table]('recipient') },
  };
}
