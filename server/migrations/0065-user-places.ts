import { type Kysely, sql } from 'kysely';

const LISTED = 'deleted_at is null';
const FACTS = 'country, role, region, (activated_at is not null)';

/** Number of people by country, kind of institution, region and confirmation, for the map of staff. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run(`
    create table user_place_tally (
      country text not null,
      role text not null,
      region text not null,
      is_confirmed boolean not null,
      count bigint not null,
      primary key (country, role, region, is_confirmed)
    )
  `);
  await run(
    `insert into user_place_tally select ${FACTS}, count(*) from app_user where ${LISTED} group by 1, 2, 3, 4`,
  );
  const rowsOf = (rows: string, sign: string) => `select ${FACTS}, ${sign}1 from ${rows} where ${LISTED}`;
  for (const [operation, rows, referencing] of [
    ['insert', rowsOf('after_rows', ''), 'new table as after_rows'],
    ['delete', rowsOf('before_rows', '-'), 'old table as before_rows'],
    [
      'update',
      `${rowsOf('after_rows', '')} union all ${rowsOf('before_rows', '-')}`,
      'old table as before_rows new table as after_rows',
    ],
  ]) {
    await run(`
      create function tally_places_${operation}() returns trigger language plpgsql as $$
      begin
        insert into user_place_tally as tally (country, role, region, is_confirmed, count)
        select country, role, region, is_confirmed, sum(n)
        from (${rows}) as change (country, role, region, is_confirmed, n)
        group by 1, 2, 3, 4 having sum(n) <> 0 order by 1, 2, 3, 4
        on conflict (country, role, region, is_confirmed) do update set count = tally.count + excluded.count;
        return null;
      end $$
    `);
    await run(`
      create trigger app_user_place_${operation} after ${operation} on app_user referencing ${referencing}
      for each statement execute function tally_places_${operation}()
    `);
  }
}
