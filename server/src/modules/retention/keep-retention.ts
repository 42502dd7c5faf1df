import { sql } from 'kysely';
import { eachApart } from '../../platform/jobs/each-apart.ts';
import type { Services } from '../../platform/services.ts';
import { isHeld } from '../case-access/holds.sql.ts';
import { waysOf } from '../case-access/visible-cases.sql.ts';
import { announceExpiring } from './announce.ts';
import { removeExpired } from './remove-expired.ts';
import { defaultMonths, endOf, isOver, isPractice, monthsOf, TODAY } from './retention.sql.ts';

/** People of one run; the next run goes on after them. */
const PEOPLE = 5000;
/** Of these, practices with work to do. */
const PRACTICES = 200;
/** Transactions that remove copies in one run. */
const REMOVALS = 20;

/**
 * Announces and removes copies of cases whose time is over, practice by practice. The position is stored, so a killed
 * run is continued, and each practice is one transaction that takes only cases that are still due.
 */
export async function keepRetention(services: Services): Promise<void> {
  const { db, config } = services;
  const fallback = await defaultMonths(db, config);
  await forgetPractices(services, fallback);
  const { place: from } = await db.selectFrom('retention_walk').select('place').executeTakeFirstOrThrow();
  const { practices, to } = await practicesAfter(services, from, fallback);
  let removals = 0;
  await eachApart(services, {
    items: practices,
    async run(id) {
      await announceExpiring(services, id, fallback);
      while (removals < REMOVALS && (await removeExpired(services, id, fallback)) > 0) removals += 1;
    },
    problem: 'could not look through the cases of a practice yet',
    about: (practice) => ({ practice }),
  });
  const place = removals < REMOVALS ? to : from;
  if (place !== from)
    await db.updateTable('retention_walk').set({ place }).where('place', '=', from).execute();
}

/**
 * Practices with copies to announce or remove, and the id at which the next run starts; 0 starts from the beginning.
 */
async function practicesAfter({ db }: Services, from: number, fallback: number) {
  const months = sql<number>`practice.months`;
  const turn = sql`(${endOf(months)} - interval '1 month')::date`;
  const ways = waysOf('dental_case', sql.ref<number>('member.id'), sql.ref('practice.people')).map(
    ({ where }) => sql`
      select from dental_case
      where ${where} and updated_at < now() + interval '33 days' - make_interval(months => ${months})
        and ${turn} <= ${TODAY} and not ${isHeld} and not exists (
          select from case_retention as kept where kept.case_id = dental_case.id and kept.practice_id = practice.id
        )`,
  );
  const { rows } = await sql<{ id: number; works: boolean }>`
    with practice as materialized (
      select id, ${monthsOf(fallback)} as months, circle_of(id) as people from app_user
      where id > ${from}::bigint and ${isPractice} and ${monthsOf(fallback)} > 0 order by id limit ${PEOPLE}
    )
    select practice.id, exists (
      select from case_retention as kept
      where kept.practice_id = practice.id and (${isOver} or reminded_at is null and due_on <= ${TODAY} + 7)
    ) or exists (
      select from unnest(practice.people) as member (id) cross join lateral (
        ${sql.join(
          ways.map((way) => sql`(${way} limit 1)`),
          sql` union all `,
        )}
      ) as found
    ) as works
    from practice order by practice.id
  `.execute(db);
  const practices = rows.filter(({ works }) => works).map(({ id }) => id);
  if (practices.length > PRACTICES) {
    const taken = practices.slice(0, PRACTICES);
    return { practices: taken, to: taken.at(-1) ?? 0 };
  }
  return { practices, to: rows.length === PEOPLE ? (rows.at(-1)?.id ?? 0) : 0 };
}

/** Deletes announcements to people who are no practice any more or now keep their cases indefinitely. */
async function forgetPractices(services: Services, fallback: number): Promise<void> {
  const { db } = services;
  const isOut = sql`app_user.id = practice_id and not (${isPractice} and ${monthsOf(fallback)} > 0)`;
  const { rows } = await sql<{ id: number }>`
    select distinct practice_id as id from case_retention join app_user on ${isOut} order by id
  `.execute(db);
  await eachApart(services, {
    items: rows,
    run: ({ id }) =>
      sql`delete from case_retention using app_user where practice_id = ${id} and ${isOut}`.execute(db),
    problem: 'could not forget what was announced to a practice yet',
    about: ({ id }) => ({ practice: id }),
  });
}
