import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import { happenedInLast } from '../../platform/db/log-partitions.ts';
import { casesVisibleTo } from '../case-access/visible-cases.sql.ts';

/** A longer replay costs more than reloading everything. */
export const MAX_REPLAYED = 1000;
/** Older gaps are not replayed. */
const OLDEST = '1 day';
const OLDEST_DAYS = 1;
/** Only the newest events of the last month are searched for the latest position; without any it is 0. */
const NEWEST_WITHIN_DAYS = 31;
/**
 * Positions come from a sequence, so an event can be committed after one with a higher position. Replays reach back
 * this far.
 */
const OVERLAP_PLACES = 256;
const OVERLAP_TIME = '30 seconds';

interface ReplayRow {
  seq: number;
  at: Date;
  name: string;
  case_id: number | null;
  actor_id: number | null;
  action_id: string | null;
  ids: Record<string, number | number[]>;
}

export interface Replay {
  /** The current position: that of the newest event of all, 0 before the first. */
  newest: number;
  /** Events the person missed, oldest first, possibly with some already seen; null if unknown. */
  events: ReplayRow[] | null;
}

/** The position of the last event the reader saw or, without one, how many seconds ago it began to load. */
interface ReplayStart {
  lastEventId: number | null;
  since: number | null;
}

/** A change is dated at the beginning of its transaction but becomes visible at commit. */
const COMMITTED_WITHIN_S = 5;

/**
 * Events a person missed, if they were in the audience then and still may see them; without a start only the current
 * position. Deletions are sent although the case is no longer visible.
 */
export async function readReplay(db: DbOrTx, userId: number, start: ReplayStart): Promise<Replay> {
  const newest = await newestEvent(db);
  const { lastEventId, since } = start;
  if (lastEventId === null) {
    if (since === null) return { newest, events: [] };
    const from = sql<Date>`now() - make_interval(secs => ${since + COMMITTED_WITHIN_S})`;
    return { newest, events: await eventsAfter(db, userId, await placeBefore(db, newest, from), from) };
  }
  if (lastEventId > newest) return { newest, events: null };
  if (newest === 0) return { newest, events: [] };
  const { rows: marks } = await sql<{ at: Date }>`
    select at from event
    where seq = ${lastEventId} and at > now() - ${OLDEST}::interval and ${happenedInLast(OLDEST_DAYS)}
  `.execute(db);
  const [mark] = marks;
  if (!mark) return { newest, events: null };
  const from = sql<Date>`${mark.at}::timestamptz - ${OVERLAP_TIME}::interval`;
  const events = await eventsAfter(db, userId, lastEventId, from);
  return { newest, events: events?.filter(({ seq }) => seq !== lastEventId) ?? null };
}

/** The position of the last event before a time, however many followed; 0 without one in the last day. */
async function placeBefore(db: DbOrTx, newest: number, from: RawBuilder<Date>): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    select seq from event
    where seq <= ${newest} and at <= ${from} and ${happenedInLast(OLDEST_DAYS)}
    order by seq desc limit 1
  `.execute(db);
  return rows[0]?.seq ?? 0;
}

/** Events of a person since a time, without those far below a position; null if there are too many. */
async function eventsAfter(
  db: DbOrTx,
  userId: number,
  seq: number,
  from: RawBuilder<Date>,
): Promise<ReplayRow[] | null> {
  const { rows } = await sql<ReplayRow>`
    select seq, at, name, case_id, actor_id, action_id, ids from event
    where seq > ${seq - OVERLAP_PLACES} and at > ${from} and ${happenedInLast(OLDEST_DAYS)}
      and audience @> array[${userId}]::bigint[]
      and (case_id is null or name = 'posts_deleted' or exists (
        select from dental_case where dental_case.id = event.case_id and ${casesVisibleTo(userId)}
      ))
    order by seq limit ${MAX_REPLAYED + 1}
  `.execute(db);
  return rows.length > MAX_REPLAYED ? null : rows;
}

async function newestEvent(db: DbOrTx): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    select seq from event where seq is not null and ${happenedInLast(NEWEST_WITHIN_DAYS)} order by seq desc limit 1
  `.execute(db);
  return rows[0]?.seq ?? 0;
}
