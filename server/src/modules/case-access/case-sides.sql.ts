import { type RawBuilder, sql } from 'kysely';

/**
 * The rule of who sees a case. A case that was sent has two sides, the author's and the recipient's. The people of
 * each party's circle see it from that side. `visible-cases.sql.ts` has the forms in which queries ask this; nothing
 * else does, so a change of the rule is a change of this file.
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
  /** What either side asks of a row. */
  both: RawBuilder<boolean>;
  author: Side;
  recipient: Side;
}

export function sidesOf(table: CaseTable): Sides {
  const column = (name: string) => sql.ref<number>(`${table}.${name}`);
  const [author, recipient] = [column('author_id'), column('recipient_id')];
  return {
    // Triggers keep no rows of other cases in the other tables.
    both:
      table === 'dental_case'
        ? sql<boolean>`dental_case.published_at is not null and dental_case.deleted_at is null`
        : sql<boolean>`true`,
    author: { own: author, other: recipient, sees: sql<boolean>`true` },
    recipient: { own: recipient, other: author, sees: sql<boolean>`true` },
  };
}
