import { sql } from 'kysely';
import { connect } from '../../server/src/platform/db/database.ts';
import type { Ground } from './cusp.ts';
import { DERIVED, writeDerivedRows } from './derived-rows.ts';
import { dropIndexes } from './loading.ts';

export interface Filled {
  dentistId: number;
  labId: number;
  caseIds: number[];
}

/** All cases were sent within this time, evenly distributed, also those of one lab. */
const SPAN_DAYS = 730;
/** Cases sent within this many days have a delivery date, two weeks after they were sent. */
const DATED_DAYS = 42;
const UNREAD = 300;
export const FILLED = ['dental_case', 'restoration', 'case_comment', 'unread_comment'] as const;

export type Pair = Pick<Filled, 'dentistId' | 'labId'>;

/** The dentist and the lab with the own cases of a filled database, and those with the second ones. */
export async function pairsOf(ground: Ground): Promise<{ first: Pair; second: Pair }> {
  const { db } = connect(ground.urls.owner, 1);
  const people = await db.selectFrom('app_user').select('id').orderBy('id').limit(4).execute();
  await db.destroy();
  const at = (place: number) => people[place]?.id ?? 0;
  return { first: { dentistId: at(0), labId: at(1) }, second: { dentistId: at(2), labId: at(3) } };
}

/**
 * `total` cases of many practices and labs, among them `own` between one dentist and one lab, whose newest cases have
 * `comments` comments, and `second` between another two; `talk` gives every case one, and these labs some that they
 * have not read. Rows only: no files. Case numbers are in capitals, because cases are opened by number.
 */
export async function fill(
  ground: Ground,
  total: number,
  own: number,
  { comments = 40, talk = false, second = 0 } = {},
): Promise<Filled> {
  const { db } = connect(ground.urls.admin, 1);
  const PEOPLE = 2000;
  await sql`
    insert into app_user (email, email_key, first_name, last_name, role, institution, country, region, activated_at)
    select 'p' || n || '@cusp.example', 'p' || n || '@cusp.example', 'First' || n, 'Last' || n,
           case when n % 2 = 0 then 'Dental Lab' else 'Dental Clinic' end, 'Institution ' || n, 'DE', 'us', now()
    from generate_series(1, ${PEOPLE}::int) n
  `.execute(db);
  const { rows: people } = await sql<{ id: number }>`select id from app_user order by id`.execute(db);
  const dentistId = people[0]?.id ?? 0;
  const labId = people[1]?.id ?? 0;
  const [otherDentistId, otherLabId, ...ids] = people.slice(2).map(({ id }) => id);
  const buildIndexes = await dropIndexes(db, [...FILLED, ...DERIVED]);
  // Without triggers and checks of references, which hold by construction.
  await sql`set session_replication_role = replica`.execute(db);
  const insert = (
    count: number,
    author: ReturnType<typeof sql>,
    recipient: ReturnType<typeof sql>,
    tag: string,
  ) => sql`
    insert into dental_case (no, author_id, recipient_id, assignee_id, status, patient_first, patient_last, note,
                             created_at, updated_at, published_at, delivery_date, completed_at, comment_count)
    select ${sql.lit(tag)} || '-' || n, ${author}, ${recipient}, case when n % 10 = 0 then ${recipient} end,
           (array['OPEN', 'READ', 'PROC', 'COMP', 'REOP', 'CLSD'])[1 + (n % 6)::int],
           'First' || (n * 7919 % 5003), 'Last' || (n * 104729 % 20011), 'Please mind the contacts.',
           at, at, at,
           case when at > now() - interval '1 day' * ${sql.lit(DATED_DAYS)} then at::date + 14 end,
           case when n % 6 in (3, 5) then least(at + interval '9 days', now()) end, ${talk ? 1 : 0}::integer
    from generate_series(1, ${count}::bigint) n,
         lateral (select now() - (n * 7919 % ${count}::bigint) * interval '1 day' * ${sql.lit(SPAN_DAYS / Math.max(1, count))} as at) moment
  `;
  const pick = (offset: number) =>
    sql`(${sql.lit(`{${ids.join(',')}}`)}::bigint[])[1 + ((n * 31 + ${sql.lit(offset)}) % ${sql.lit(ids.length)})::int]`;
  await insert(own, sql`${sql.lit(dentistId)}::bigint`, sql`${sql.lit(labId)}::bigint`, 'OWN').execute(db);
  await insert(
    second,
    sql`${sql.lit(otherDentistId)}::bigint`,
    sql`${sql.lit(otherLabId)}::bigint`,
    'SECOND',
  ).execute(db);
  await insert(total - own - second, pick(0), pick(1), 'OTHER').execute(db);
  await sql`
    insert into restoration (case_id, position, type, teeth, material, shade)
    select id, 0, 'crown', '{16}', 'zirconia', 'A2' from dental_case
  `.execute(db);
  if (talk) {
    await sql`
      insert into case_comment (case_id, author_id, body, created_at, updated_at)
      select id, author_id, 'Lot' || (id * 104729 % 20011) || ': the margin is clear, thank you.', updated_at, updated_at
      from dental_case
    `.execute(db);
    for (const each of [labId, otherLabId])
      await sql`
        insert into unread_comment (user_id, case_id, comment_id)
        select ${each}::bigint, case_id, id from case_comment
        where case_id in (select id from dental_case where recipient_id = ${each} order by updated_at desc limit ${UNREAD})
      `.execute(db);
  }
  const { rows } = await sql<{ id: number }>`
    select id from dental_case where recipient_id = ${labId} order by updated_at desc limit 50
  `.execute(db);
  const caseIds = rows.map(({ id }) => id);
  await sql`
    insert into case_comment (case_id, author_id, body)
    select case_id, case when n % 2 = 0 then ${labId}::bigint else ${dentistId}::bigint end,
           'Comment ' || n || ': the margin is clear, thank you.'
    from unnest(${caseIds}::bigint[]) case_id, generate_series(1, ${comments}::int) n
  `.execute(db);
  await sql`
    update dental_case set comment_count = comment_count + ${comments} where id = any(${caseIds}::bigint[])
  `.execute(db);
  await writeDerivedRows(db);
  await buildIndexes();
  await sql`vacuum analyze`.execute(db);
  await sql`checkpoint`.execute(db);
  await db.destroy();
  return { dentistId, labId, caseIds };
}
