import { type Kysely, sql } from 'kysely';

const LISTED = 'deleted_at is null';
const LIST = `'users ' || role`;

/**
 * Blocked accounts, the last sign-in, and the staff list of users with a million rows: an index for each sort and a total
 * for each role. Searches use the index on names, institutions and addresses that the lists of cases have.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run(`
    alter table app_user
      add column last_sign_in_at timestamptz,
      add column blocked_at timestamptz,
      add column blocked_by bigint references app_user,
      add column block_reason text not null default '',
      add column is_rental_manager_granted boolean not null default false,
      add column staff_version integer not null default 1,
      add column staff_changed_by bigint references app_user,
      add constraint app_user_block_check check ((blocked_at is null) = (blocked_by is null))
  `);
  for (const [name, key] of [
    ['name', "fold(first_name || ' ' || last_name)"],
    ['email', 'email_key collate "C"'],
    ['institution', 'fold(institution)'],
    ['country', 'country'],
    ['created', 'created_at'],
    ['sign_in', "coalesce(last_sign_in_at, '-infinity')"],
  ])
    await run(`create index app_user_by_${name} on app_user (${key}, id) include (role) where ${LISTED}`);
  await run(`create index app_user_by_role on app_user (role, id) where ${LISTED}`);

  await run(
    `insert into list_tally (list, count) select ${LIST}, count(*) from app_user where ${LISTED} group by 1`,
  );
  const rowsOf = (rows: string, sign: string) =>
    `select ${LIST} as list, ${sign}1 as n from ${rows} where ${LISTED}`;
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
      create function tally_users_${operation}() returns trigger language plpgsql as $$
      begin
        insert into list_tally as tally (list, count)
        select list, sum(n) from (${rows}) as change group by 1 having sum(n) <> 0 order by 1
        on conflict (list) do update set count = tally.count + excluded.count;
        return null;
      end $$
    `);
    await run(`
      create trigger app_user_tally_${operation} after ${operation} on app_user referencing ${referencing}
      for each statement execute function tally_users_${operation}()
    `);
  }
}
