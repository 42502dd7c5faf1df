import { sql } from 'kysely';
import { type Doer, NOBODY } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { isHeld } from '../case-access/holds.sql.ts';
import { walkEach } from '../case-access/visible-cases.sql.ts';
import { mailExpiring, readersOf } from './mail-expiring.ts';
import { endOf, lockPractice, type Practice, stillHolds, TODAY } from './retention.sql.ts';

/** Cases that one run announces to one practice. */
const MOST = 5000;
/**
 * Announcements include all cases that are due within these days, so that a practice with cases every day gets one mail
 * a week instead of one a day.
 */
const ALONG_DAYS = 6;
const REMINDED_DAYS = 7;
/** The longest month plus that lookahead, so that the index of updates finds all cases that can be due. */
const AHEAD_DAYS = 31 + ALONG_DAYS + 2;

interface Announced {
  count: number;
  /** `YYYY-MM-DD`. */
  first: string | null;
}

/**
 * Announces to a practice which of its copies will be removed: a month before and again a week before. Copies announced
 * late are removed later. Outdated announcements are deleted first, so that a case that has changed is announced again.
 */
export const announceExpiring = (services: Services, practiceId: number, fallback: number): Promise<void> =>
  inTransaction(services, NOBODY, async (work) => {
    const practice = await lockPractice(work.tx, practiceId, fallback);
    if (!practice) return;
    await forgetChanged(work, practice);
    const readers = await readersOf(work.tx, practice.people);
    // Copies without a reader are not announced, and therefore not removed.
    if (readers.length === 0) return;
    const month = await announceNew(work, practice);
    const week = await announceAgain(work, practice);
    const count = month.count + week.count;
    if (count === 0) return;
    const day = [month.first, week.first].filter((first) => first !== null).sort()[0] ?? '';
    await mailExpiring(work, readers, { count, day });
    await work.audit({
      action: 'retention_announced',
      object: { type: 'user', id: practice.id },
      detail: { month: month.count, week: week.count },
    });
  });

const forgetChanged = ({ tx }: Work<Doer>, practice: Practice) =>
  sql`
    delete from case_retention as kept where practice_id = ${practice.id} and not exists (
      select from dental_case where dental_case.id = kept.case_id and ${stillHolds(practice)}
    )
  `.execute(tx);

async function announceNew({ tx }: Work<Doer>, practice: Practice): Promise<Announced> {
  const months = sql<number>`${practice.months}::integer`;
  const turn = sql`(${endOf(months)} - interval '1 month')::date`;
  const old = sql`now() + make_interval(days => ${AHEAD_DAYS}) - make_interval(months => ${months})`;
  const walk = walkEach('dental_case', practice.people, ({ where }) => [
    sql`(
      select dental_case.id, updated_at, ${endOf(months)} as ends_on, ${turn} as turn from dental_case
      where ${where} and updated_at < ${old} and ${turn} <= ${TODAY} + ${ALONG_DAYS}::integer and not ${isHeld}
        and not exists (
          select from case_retention as kept where kept.case_id = dental_case.id and practice_id = ${practice.id}
        )
      order by updated_at limit ${MOST}
    )`,
  ]);
  const { rows } = await sql<Announced>`
    with due as (select * from (${walk}) as found order by updated_at limit ${MOST}),
    added as (
      insert into case_retention (case_id, practice_id, counted_from, due_on)
      select id, ${practice.id}, updated_at, greatest(ends_on, (${TODAY} + interval '1 month')::date) from due
      where exists (select from due where turn <= ${TODAY})
      returning due_on
    )
    select count(*)::integer as count, min(due_on)::text as first from added
  `.execute(tx);
  return rows[0] ?? { count: 0, first: null };
}

async function announceAgain({ tx }: Work<Doer>, { id }: Practice): Promise<Announced> {
  const { rows } = await sql<Announced>`
    with added as (
      update case_retention set reminded_at = now(), due_on = greatest(due_on, ${TODAY} + ${REMINDED_DAYS}::integer)
      where practice_id = ${id} and reminded_at is null
        and due_on <= ${TODAY} + ${REMINDED_DAYS + ALONG_DAYS}::integer
        and exists (
          select from case_retention as near
          where near.practice_id = ${id} and near.reminded_at is null and near.due_on <= ${TODAY} + ${REMINDED_DAYS}::integer
        )
      returning due_on
    )
    select count(*)::integer as count, min(due_on)::text as first from added
  `.execute(tx);
  return rows[0] ?? { count: 0, first: null };
}
