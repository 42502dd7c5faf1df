import type { Sort } from '@cusp/contract/case-list';
import type { StatusCode } from '@cusp/contract/cases';
import type { Language } from '@cusp/contract/wire';
import { waitingStatuses } from '@cusp/dental/case-status';
import { furtherNames } from '@cusp/text/search-words';
import { type RawBuilder, sql } from 'kysely';
import { bigints } from '../../platform/db/bigints.ts';
import { executeKept } from '../../platform/db/compiled.ts';
import type { DbOrTx } from '../../platform/db/database.ts';
import { tallied } from '../case-access/visible-cases.sql.ts';
import { directionOf, makes, orderIn } from './hits.sql.ts';
import { branches } from './list-branches.sql.ts';
import type { ListFilter } from './list-filter.ts';
import { type ListRow, listRows } from './list-rows.sql.ts';
import { codesNamed } from './search-catalogue.ts';
import { namesOf, peopleNamed } from './search-people.sql.ts';
import type { Word } from './search-words.sql.ts';

export interface ListContext {
  circle: number[];
  /**
   * Numbers of the circle's cases by status that pass the filters by other side, next step, restoration and material,
   * ignoring the rest of the filter.
   */
  counts: Partial<Record<StatusCode, number>>;
  words: readonly Word[];
  /** Names that end with a word for a tooth, which `words` lacks. */
  names: readonly Word[];
  /** Language of the reader, in which the catalogue is searched and shown. */
  language: Language;
}

/** The members of the person's circle, the number of its cases, and the search words as they are stored. */
export async function listContext(
  db: DbOrTx,
  userId: number,
  filter: ListFilter,
  language: Language,
): Promise<ListContext> {
  const ids = sql<readonly number[]>`(select ids from me)::bigint[]`;
  const isMade = filter.restoration !== null || filter.material !== null;
  const table = isMade ? 'made_tally' : 'case_tally';
  const of = (other: RawBuilder<number>) =>
    filter.counterparts === null ? sql`` : sql`and ${other} = any(${bigints(filter.counterparts)})`;
  const made = isMade
    ? sql`and type ${isOrAny(filter.restoration)} and material ${isOrAny(filter.material)}`
    : sql``;
  const waiting = (side: 'author' | 'recipient') =>
    filter.waits === null
      ? sql``
      : sql`and status = any(${[...waitingStatuses(filter.waits, side)]}::text[])`;
  const tally = tallied(
    table,
    ids,
    ({ side, other, where, count }) =>
      sql`select status, ${count} as cases from ${sql.table(table)}
        where ${where} ${of(other)} ${made} ${waiting(side)}`,
  );
  const { rows } = await executeKept(
    db,
    sql<Omit<ListContext, 'words' | 'names' | 'language'> & { words: string[] }>`
    with me as materialized (select circle_of(${userId}::bigint) as ids)
    select me.ids as circle,
      (select coalesce(json_object_agg(status, total), '{}'::json) from (
        select status, sum(cases) as total from (${tally}) as counted group by status
      ) as by_status) as counts,
      (select coalesce(array_agg(fold(word)), '{}') from unnest(${[...filter.words]}::text[]) as word) as words
    from me
  `,
  );
  const [context] = rows;
  if (!context) throw new Error('the circle of a person always has that person');
  return {
    ...context,
    language,
    words: await wordsNaming(db, context.circle, context.words, { language, numbers: filter.numbers }),
    names: await namesOf(db, context.circle, filter.names),
  };
}

/** Each folded word with what it names besides texts. */
async function wordsNaming(
  db: DbOrTx,
  circle: readonly number[],
  words: readonly string[],
  { language, numbers }: { language: Language; numbers: ListFilter['numbers'] },
): Promise<Word[]> {
  if (words.length === 0) return [];
  const people = await peopleNamed(db, circle, words);
  return Promise.all(
    words.map(async (text, at) => ({
      text,
      teeth: furtherNames(text, numbers),
      parties: [],
      assignees: [],
      ...people[at],
      ...(await codesNamed(text, language)),
    })),
  );
}

/** The rows of `made_tally`, where null means any. */
const isOrAny = (value: string | null) => (value === null ? sql`is null` : sql`= ${value}`);

/** The same counts if the filter has order dates: counted from the index. */
export async function countByStatus(db: DbOrTx, filter: ListFilter, context: ListContext) {
  const { rows } = await sql<{ status: StatusCode; count: number }>`
    select status, count(*) as count
    from (${branches(filter, context.circle, { columns: sql`status`, also: makes(filter) })}) as visible group by status
  `.execute(db);
  return Object.fromEntries(rows.map(({ status, count }) => [status, count])) as ListContext['counts'];
}

/**
 * Number of cases that pass the filter; counting by status would take twice as long, and counting the rows of all
 * branches together an eighth longer.
 */
export async function countAll(db: DbOrTx, filter: ListFilter, context: ListContext): Promise<number> {
  const passing = branches(filter, context.circle, {
    columns: sql`count(*) as count`,
    anyStatus: filter.statuses,
    also: makes(filter),
  });
  const { rows } = await sql<{ count: number }>`
    select sum(count)::bigint as count from (${passing}) as branch
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** A stretch of one ordered walk; a page consists of one or more. */
export interface Stretch {
  statuses: readonly StatusCode[] | null;
  /** Number of cases in the whole walk: stretches in its second half are read backwards from the end. */
  total: number;
  offset: number;
  take: number;
}

/** The rows of the stretches, in order, read along the indexes. */
export async function rowsOfStretches(
  db: DbOrTx,
  userId: number,
  filter: ListFilter,
  context: ListContext,
  sort: Sort,
  stretches: readonly Stretch[],
): Promise<ListRow[]> {
  if (stretches.length === 0) return [];
  const { key, forward, backward } = orderIn(sort);
  const isByUpdate = sort === 'updated desc' || sort === 'status asc';
  // First pages are requested often and in few shapes, so their plans are cached and must contain the limit. Queries by
  // date are not cached: a generic plan expects few cases, reads them all and sorts them.
  const isBeginning = stretches.length === 1 && stretches[0]?.offset === 0;
  const also = makes(filter);
  const isDated = filter.sentFrom !== null || filter.sentBefore !== null;
  const isKept = isBeginning && !isDated && also.length === 0;
  const number = (value: number) => (isKept ? sql.lit(value) : sql`${value}`);
  const parts = stretches.map(({ statuses, total, offset, ...stretch }, part) => {
    // Without this, a walk for 3 crowns on a page of 25 would look at every case.
    const take = also.length === 0 ? stretch.take : Math.min(stretch.take, total - offset);
    const fromEnd = offset > total / 2;
    const skip = fromEnd ? Math.max(0, total - offset - take) : offset;
    const order = fromEnd ? backward : forward;
    const walks = branches(filter, context.circle, {
      columns: sql`id, ${key}`,
      // The index that begins with the status is ordered by the last update.
      [isByUpdate ? 'eachStatus' : 'anyStatus']: statuses,
      also,
      walk: { order, limit: number(skip + take), total },
    });
    return sql`(select id, ${sql.lit(part)} as part, ${key} as at from (${walks}) as visible
      order by ${order} limit ${number(take)} offset ${number(skip)})`;
  });
  const page = sql`${sql.join(parts, sql` union all `)}`;
  return listRows(db, userId, page, sql`part, at ${directionOf(sort)}, page.id desc`, isKept);
}
