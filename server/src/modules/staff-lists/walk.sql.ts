import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import { pageWithin } from '../../platform/http/pagination.ts';
import { FAR, nearestPlace, orderName, type Place, rememberPlace } from './places.ts';

export interface Order {
  key: RawBuilder<unknown>;
  isDescending: boolean;
}

export const orderBy = ({ key, isDescending }: Order) =>
  isDescending ? sql`${key} desc, id desc` : sql`${key} asc, id asc`;
export const and = (where: readonly RawBuilder<boolean>[]) => sql.join(where, sql` and `);

/** A list in the order of an index. */
export interface WalkedList {
  table: RawBuilder<unknown>;
  where: readonly RawBuilder<boolean>[];
  order: Order;
}

export const ROWS_AT_ONCE = 500;

interface Range {
  skip?: number;
  take?: number;
  /** The row that it begins after is itself the first one. */
  isWithLast?: boolean;
}

/** Some hundred rows in order, or a range of them: all, or those after one of them. */
export async function rowsAfter(
  db: DbOrTx,
  { table, where, order }: WalkedList,
  { last, isNull, ...range }: Range & { last: Place | undefined; isNull: boolean },
) {
  const beyond = sql.raw((order.isDescending ? '<' : '>') + (range.isWithLast ? '=' : ''));
  // The key goes back as the text it was read as, whose type PostgreSQL takes from the column: no digit is lost.
  const after = isNull
    ? sql<boolean>`id ${beyond} ${last?.id}`
    : sql<boolean>`(${order.key}, id) ${beyond} (${last?.key}, ${last?.id})`;
  const { rows } = await sql<Place>`
    select id, (${order.key})::text as key from ${table}
    where ${and(last ? [...where, after] : where)} order by ${orderBy(order)}
    limit ${range.take ?? ROWS_AT_ONCE} offset ${range.skip ?? 0}
  `.execute(db);
  return rows;
}

/** Reads along the index of the sort, from the nearer end; far from both, from where an earlier page began. */
export async function walk(
  db: DbOrTx,
  { table, where, order }: WalkedList,
  { total, isCut }: { total: number; isCut: boolean },
  { page, num_per_page: perPage }: { page: number; num_per_page: number },
): Promise<{ number: number; ids: number[] }> {
  const number = pageWithin(page, total, perPage);
  const offset = (number - 1) * perPage;
  const take = Math.min(perPage, total - offset);
  if (take <= 0) return { number, ids: [] };
  // A cut total is not the end of the list, so it is only walked from its beginning.
  const isBackward = !isCut && offset > total / 2;
  const way = isBackward ? { ...order, isDescending: !order.isDescending } : order;
  const skip = isBackward ? total - offset - take : offset;
  const list = { table, where, order: way };
  const rows =
    skip < FAR ? await rowsFrom(db, list, { skip, take }) : await farRows(db, list, { skip, take });
  const ids = rows.map(({ id }) => id);
  return { number, ids: isBackward ? ids.reverse() : ids };
}

const rowsFrom = (db: DbOrTx, list: WalkedList, range: Range) =>
  rowsAfter(db, list, { last: undefined, isNull: false, ...range });

/** Rows of a page far from the beginning, counted from a remembered place if one is near. */
async function farRows(
  db: DbOrTx,
  list: WalkedList,
  range: { skip: number; take: number },
): Promise<Place[]> {
  const { skip, take } = range;
  const name = orderName(db, list.table, and(list.where), orderBy(list.order));
  const place = nearestPlace(db, name, skip, take);
  const near = place && (await rowsNear(db, list, place, range));
  // Too few where rows with and without a key meet, or where many were removed since the place was read.
  if (near?.length === take) return near;
  const rows = await rowsFrom(db, list, range);
  const [first] = rows;
  if (first && !place) rememberPlace(db, name, { ...first, at: skip });
  return rows;
}

async function rowsNear(
  db: DbOrTx,
  { table, where, order }: WalkedList,
  place: Place & { at: number },
  { skip, take }: { skip: number; take: number },
): Promise<Place[]> {
  const isNull = place.key === null;
  const part = isNull ? [...where, sql<boolean>`${order.key} is null`] : where;
  const from = { last: place, isNull, take };
  if (place.at <= skip)
    return rowsAfter(db, { table, where: part, order }, { ...from, skip: skip - place.at, isWithLast: true });
  const back = { ...order, isDescending: !order.isDescending };
  const rows = await rowsAfter(
    db,
    { table, where: part, order: back },
    { ...from, skip: place.at - skip - take },
  );
  return rows.reverse();
}
