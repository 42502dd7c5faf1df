import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import { pageWithin } from '../../platform/http/pagination.ts';
import { FAR, nearestPlace, orderName, type Place, rememberPlace } from './places.ts';

/** Pages of a search that begin after fewer hits are read from its beginning. */
const FAR_IN_SEARCH = 200;

/**
 * Number of rows tested for the words of a search, which takes a few milliseconds, before all rows with the words are
 * looked up and sorted. PostgreSQL assumes that most words are rare and would look up thousands of rows for the first
 * 25.
 */
const TESTED_IN_ORDER = 5000;

export interface Order {
  key: RawBuilder<unknown>;
  isDescending: boolean;
}

export const orderBy = ({ key, isDescending }: Order) =>
  isDescending ? sql`${key} desc, id desc` : sql`${key} asc, id asc`;
export const and = (where: readonly RawBuilder<boolean>[]) => sql.join(where, sql` and `);

/** A list in the order of an index. */
interface WalkedList {
  table: RawBuilder<unknown>;
  where: readonly RawBuilder<boolean>[];
  /**
   * Conditions that are tested on the first rows in order only; fewer hits than requested imply nothing about the
   * others.
   */
  tested?: readonly RawBuilder<boolean>[];
  order: Order;
}

export const ROWS_AT_ONCE = 500;

interface Range {
  skip?: number;
  take?: number;
  /** The range includes the row after which it would begin. */
  isWithLast?: boolean;
}

/** Some hundred rows in order, or a range of them: all, or those after one of them. */
export async function rowsAfter(
  db: DbOrTx,
  { table, where, tested, order }: WalkedList,
  { last, isNull, ...range }: Range & { last: Place | undefined; isNull: boolean },
) {
  const beyond = sql.raw((order.isDescending ? '<' : '>') + (range.isWithLast ? '=' : ''));
  // The key is passed back as the text it was read as, with the type of the column, so that no digit is lost.
  const after = isNull
    ? sql<boolean>`id ${beyond} ${last?.id}`
    : sql<boolean>`(${order.key}, id) ${beyond} (${last?.key}, ${last?.id})`;
  const part = sql`from ${table} where ${and(last ? [...where, after] : where)} order by ${orderBy(order)}`;
  const page = sql`limit ${range.take ?? ROWS_AT_ONCE} offset ${range.skip ?? 0}`;
  const { rows } = await (tested
    ? sql<Place>`
        select id, key::text as key from (
          select id, ${order.key} as key, (${and(tested)}) as fits ${part} limit ${TESTED_IN_ORDER}
        ) as first where fits order by ${orderBy({ ...order, key: sql`first.key` })} ${page}
      `
    : sql<Place>`select id, (${order.key})::text as key ${part} ${page}`
  ).execute(db);
  return rows;
}

interface PageWish {
  page: number;
  num_per_page: number;
}

interface WalkedPage {
  number: number;
  ids: number[];
}

/** Reads along the index of the sort, from the nearer end; far from both, from where an earlier page began. */
export async function walk(
  db: DbOrTx,
  { table, where, order }: WalkedList,
  total: number,
  wish: PageWish,
): Promise<WalkedPage> {
  const { number, offset, take } = rangeOf(total, wish);
  if (take <= 0) return { number, ids: [] };
  const isBackward = offset > total / 2;
  const way = isBackward ? { ...order, isDescending: !order.isDescending } : order;
  const skip = isBackward ? total - offset - take : offset;
  const list = { table, where, order: way };
  const range = { skip, take };
  const read = () => rowsFrom(db, list, range);
  const rows = skip < FAR ? await read() : await farRows(db, list, { ...range, far: FAR }, read);
  const ids = rows.map(({ id }) => id);
  return { number, ids: isBackward ? ids.reverse() : ids };
}

/**
 * A page of a search with more than `total` hits, from its beginning, because its end is unknown: of the first rows in
 * order, and if these have too few hits, of all.
 */
export async function walkFound(
  db: DbOrTx,
  { where, tested, ...list }: WalkedList & { tested: readonly RawBuilder<boolean>[] },
  total: number,
  wish: PageWish,
): Promise<WalkedPage> {
  const { number, offset: skip, take } = rangeOf(total, wish);
  if (take <= 0) return { number, ids: [] };
  const range = { skip, take };
  const read = async () => {
    const first = await rowsFrom(db, { ...list, where, tested }, range);
    return first.length === take ? first : rowsFrom(db, { ...list, where: [...where, ...tested] }, range);
  };
  const rows =
    skip < FAR_IN_SEARCH
      ? await read()
      : await farRows(db, { ...list, where, tested }, { ...range, far: FAR_IN_SEARCH }, read);
  return { number, ids: rows.map(({ id }) => id) };
}

function rangeOf(total: number, { page, num_per_page: perPage }: PageWish) {
  const number = pageWithin(page, total, perPage);
  const offset = (number - 1) * perPage;
  return { number, offset, take: Math.min(perPage, total - offset) };
}

const rowsFrom = (db: DbOrTx, list: WalkedList, range: Range) =>
  rowsAfter(db, list, { last: undefined, isNull: false, ...range });

/** Rows of a page far from the beginning, counted from a remembered place if one is near. */
async function farRows(
  db: DbOrTx,
  list: WalkedList,
  range: { skip: number; take: number; far: number },
  read: () => Promise<Place[]>,
): Promise<Place[]> {
  const { skip, take } = range;
  const name = orderName(db, list.table, and([...list.where, ...(list.tested ?? [])]), orderBy(list.order));
  const place = nearestPlace(db, name, range);
  const near = place && (await rowsNear(db, list, place, range));
  // Too few at the border between rows with and without a key, after many removals since the place was read, and if the
  // hits of a search are far apart.
  if (near?.length === take) return near;
  const rows = await read();
  const [first] = rows;
  if (first && !place) rememberPlace(db, name, { ...first, at: skip });
  return rows;
}

async function rowsNear(
  db: DbOrTx,
  { where, order, ...list }: WalkedList,
  place: Place & { at: number },
  { skip, take }: { skip: number; take: number },
): Promise<Place[]> {
  const isNull = place.key === null;
  const part = isNull ? [...where, sql<boolean>`${order.key} is null`] : where;
  const from = { last: place, isNull, take };
  if (place.at <= skip)
    return rowsAfter(
      db,
      { ...list, where: part, order },
      { ...from, skip: skip - place.at, isWithLast: true },
    );
  const back = { ...order, isDescending: !order.isDescending };
  const rows = await rowsAfter(
    db,
    { ...list, where: part, order: back },
    { ...from, skip: place.at - skip - take },
  );
  return rows.reverse();
}
