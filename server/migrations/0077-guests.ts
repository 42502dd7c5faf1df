import { type Kysely, sql } from 'kysely';

const LISTED = `deleted_at is null and presence = 'home'`;

/** The tallies of people that triggers keep. */
const TALLIES = [
  { name: 'users', table: 'list_tally', key: 'list', facts: `'users ' || role` },
  {
    name: 'places',
    table: 'user_place_tally',
    key: 'country, role, region, is_confirmed',
    facts: 'country, role, region, (activated_at is not null)',
  },
];

/** The indexes of the staff lists of people. */
const INDEXES = [
  `app_user_by_name on app_user (fold(first_name || ' ' || last_name), id) include (role)`,
  'app_user_by_email on app_user (email_key collate "C", id) include (role)',
  'app_user_by_institution on app_user (fold(institution), id) include (role)',
  'app_user_by_created on app_user (created_at, id) include (role)',
  `app_user_by_sign_in on app_user (coalesce(last_sign_in_at, '-infinity'), id) include (role)`,
  'app_user_by_role on app_user (role, id)',
  'app_user_by_country on app_user (country, id) include (role, region, activated_at)',
  'app_user_place on app_user (country, role, region, (activated_at is not null), id) include (activated_at)',
];

/** Sessions of guests, and staff lists and tallies of people that exclude guests. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run('alter table session drop constraint session_kind_check');
  await run(`
    alter table session
      add constraint session_kind_check check (kind in ('customer', 'staff', 'support', 'guest'))
  `);
  for (const index of INDEXES) {
    await run(`drop index ${index.split(' ')[0]}`);
    await run(`create index ${index} where ${LISTED}`);
  }
  for (const { name, table, key, facts } of TALLIES) {
    const places = key
      .split(', ')
      .map((_, column) => column + 1)
      .join(', ');
    const rowsOf = (rows: string, sign: string) => `select ${facts}, ${sign}1 from ${rows} where ${LISTED}`;
    for (const [operation, rows] of [
      ['insert', rowsOf('after_rows', '')],
      ['delete', rowsOf('before_rows', '-')],
      ['update', `${rowsOf('after_rows', '')} union all ${rowsOf('before_rows', '-')}`],
    ])
      await run(`
        create or replace function tally_${name}_${operation}() returns trigger language plpgsql as $$
        begin
          insert into ${table} as tally (${key}, count)
          select ${key}, sum(n) from (${rows}) as change (${key}, n)
          group by ${places} having sum(n) <> 0 order by ${places}
          on conflict (${key}) do update set count = tally.count + excluded.count;
          return null;
        end $$
      `);
  }
}
