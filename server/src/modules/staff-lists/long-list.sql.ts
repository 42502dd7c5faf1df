import type { CountedPage } from '@cusp/contract/staff-lists';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import { patternOf } from '../../platform/db/search-pattern.ts';
import { pageOf, pageWithin } from '../../platform/http/pagination.ts';
import { commonSearches } from './common-searches.ts';
import { orderName, type Place } from './places.ts';
import { and, type Order, orderBy, ROWS_AT_ONCE, rowsAfter, walk, walkFound } from './walk.sql.ts';

/** A search with this many hits is common: counting stops, and the page is read in list order. */
export const COMMON = 1000;

/** A filtered list with fewer rows is sorted as a whole. */
export const FEW = 2000;

/** Conditions of a search on each row. */
export interface Search {
  where: RawBuilder<boolean>[];
  /** At least `COMMON` rows match. */
  isCommon: boolean;
}

/** A list that may have a million rows. */
export interface LongList {
  /** Has a column `id`. */
  table: RawBuilder<unknown>;
  where: readonly RawBuilder<boolean>[];
  /**
   * Text made by `search_text()`, with an index on its trigrams; if other tables are searched, a condition for each
   * folded word.
   */
  searched: RawBuilder<unknown> | ((words: readonly string[]) => Promise<Search>);
  /** Source of a search's words; without it, the typed text. */
  readSearch?(search: string): string;
  /** Sort expression of each column, equal to that of its index; the id breaks ties. */
  sorts: Readonly<Record<string, RawBuilder<unknown>>>;
  /** `where` may select few rows, which the index of a sort would find only after reading all others. */
  isNarrowed?: boolean;
  /** `where` may select few rows: a search then reads these instead of all rows with its words. */
  isPart?: boolean;
  /** Number of rows that `where` selects, from a tally or if there are few. */
  count(): Promise<number>;
}

/** Number of rows in the table of a list, maintained by its triggers. */
export async function listCount(db: DbOrTx, list: 'connections' | 'features' | 'tickets'): Promise<number> {
  const row = await db.selectFrom('list_tally').select('count').where('list', '=', list).executeTakeFirst();
  return row?.count ?? 0;
}

interface ListWish {
  search: string;
  /** `column asc` or `column desc`. */
  sort: string;
  page: number;
  num_per_page: number;
}

export interface IdPage {
  number: number;
  total: number;
  /** There are more than `total` rows; they were not counted. */
  isCut: boolean;
  ids: number[];
}

/** Ids of one page, in order. A page beyond the end is the last one. */
export async function pageOfIds(db: DbOrTx, list: LongList, wish: ListWish): Promise<IdPage> {
  const { where, searched, order, isSearch, isCommon } = await narrowed(db, list, wish);
  if (!isSearch) {
    const total = await list.count();
    if (list.isNarrowed && total > 0 && total < FEW)
      return pageOfFound(db, { table: list.table, where, searched: [] }, order, wish, FEW);
    const walked = await walk(db, { table: list.table, where, order }, total, wish);
    return { total, isCut: false, ...walked };
  }
  const walked = async () => {
    const found = await walkFound(
      db,
      { table: list.table, where: list.where, tested: searched, order },
      COMMON,
      wish,
    );
    return { total: COMMON, isCut: true, ...found };
  };
  if (isCommon) return walked();
  const name = orderName(db, list.table, and(where));
  const common = commonSearches(db);
  if (common.get(name)) {
    const page = await walked();
    if (page.ids.length > 0) return page;
  }
  const isPartFirst = list.isPart && (await list.count()) < FEW;
  const found = await pageOfFound(
    db,
    { table: list.table, where: list.where, searched, isPartFirst },
    order,
    wish,
  );
  if (found.total < COMMON) {
    common.delete(name);
    return found;
  }
  common.set(name, true);
  return walked();
}

/** Conditions and order of a list for a search and a sort. */
async function narrowed(db: DbOrTx, list: LongList, { search, sort }: Pick<ListWish, 'search' | 'sort'>) {
  const words = await foldedWords(db, list.readSearch?.(search) ?? search);
  const [column = '', direction] = sort.split(' ');
  const key = list.sorts[column];
  if (!key) throw new Error(`no sort by ${column}`);
  const order = { key, isDescending: direction === 'desc' };
  const { searched } = list;
  const { where, isCommon } =
    typeof searched === 'function'
      ? await searched(words)
      : { where: words.map((word) => sql<boolean>`${searched} like ${patternOf(word)}`), isCommon: false };
  return {
    where: [...list.where, ...where],
    searched: where,
    order,
    isSearch: words.length > 0,
    isCommon,
  };
}

/** Ids of all rows, in order, up to `limit`. */
export async function allIds(
  db: DbOrTx,
  list: LongList,
  wish: Pick<ListWish, 'search' | 'sort'>,
  limit: number,
): Promise<number[]> {
  const { where, order } = await narrowed(db, list, wish);
  const { rows } = await sql<{ id: number }>`
    select id from ${list.table} where ${and(where)} order by ${orderBy(order)} limit ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Ids of all rows in order, some hundred at a time, each time after the last one, so that neither a transaction nor
 * memory grows with the list. A row that changes its position during it may be missing or come twice.
 */
export async function* idsInOrder(
  db: DbOrTx,
  list: LongList,
  wish: Pick<ListWish, 'search' | 'sort'>,
): AsyncGenerator<number[]> {
  const { where, order } = await narrowed(db, list, wish);
  // PostgreSQL puts nulls last in ascending order and first in descending order.
  const parts = [sql<boolean>`${order.key} is not null`, sql<boolean>`${order.key} is null`];
  for (const [isNull, part] of order.isDescending ? [...parts.entries()].reverse() : parts.entries()) {
    let last: Place | undefined;
    do {
      const parted = { table: list.table, where: [...where, part], order };
      const rows: Place[] = await rowsAfter(db, parted, { last, isNull: isNull === 1 });
      if (rows.length > 0) yield rows.map(({ id }) => id);
      last = rows.length < ROWS_AT_ONCE ? undefined : rows.at(-1);
    } while (last);
  }
}

interface FoundList {
  table: RawBuilder<unknown>;
  where: readonly RawBuilder<boolean>[];
  searched: readonly RawBuilder<boolean>[];
  /** If `where` selects few rows, they are read before they are searched. */
  isPartFirst?: boolean | undefined;
}

/** A page of few rows: all of them are read and sorted. */
async function pageOfFound(
  db: DbOrTx,
  { table, where, searched, isPartFirst }: FoundList,
  order: Order,
  { page, num_per_page: perPage }: ListWish,
  limit = COMMON,
): Promise<IdPage> {
  const part = sql`(select *, (${and(searched)}) as fits from ${table} where ${and(where)} offset 0) as ${table} where fits`;
  // `offset 0` makes PostgreSQL read the part before its rows are tested.
  const from = isPartFirst ? part : sql`${table} where ${and([...where, ...searched])}`;
  const { rows } = await sql<{ total: number; id: number | null }>`
    with found as materialized (select id, ${order.key} as key from ${from} limit ${limit}),
    counted as (select count(*) as total from found),
    page as (
      select id, row_number() over (order by ${orderBy({ ...order, key: sql`key` })}) as place from found
      order by place limit ${perPage}
      offset (select least(${(page - 1) * perPage}::bigint, greatest(0, (total - 1) / ${perPage}::bigint) * ${perPage}::bigint) from counted)
    )
    select total, id from counted left join page on true order by place
  `.execute(db);
  const total = rows[0]?.total ?? 0;
  return {
    number: pageWithin(page, total, perPage),
    total,
    isCut: false,
    ids: rows.flatMap(({ id }) => id ?? []),
  };
}

/** The words of a search as `search_text()` stores them. */
async function foldedWords(db: DbOrTx, search: string): Promise<string[]> {
  const words = search.split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return [];
  const { rows } = await sql<{ word: string }>`
    select fold(word) as word from unnest(${words}::text[]) as word
  `.execute(db);
  return rows.map(({ word }) => word).filter((word) => word !== '');
}

/** The paging block of a reply. */
export const countedPage = ({ number, total, isCut }: IdPage, perPage: number): CountedPage => ({
  ...pageOf(number, total, perPage),
  count: total,
  ...(isCut ? { is_cut: true as const } : {}),
});

/** Rows in the order of the ids of a page. */
export function inOrder<Row extends { id: number }>(ids: readonly number[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
