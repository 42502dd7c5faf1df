import { type Kysely, sql } from 'kysely';

/** Of a row of `dental_case`: it was sent, and at least one side has its copy. */
const KEPT = 'published_at is not null and (author_removed_at is null or recipient_removed_at is null)';
/** The total of cases is spread over rows, so that two people who send a case at once seldom wait for each other. */
const CASE_ROWS = 16;
/** Ids step by 16, so they are divided by 16 to spread over the rows. */
const LIST_OF_CASE = `'cases ' || author_id / 16 % ${CASE_ROWS}`;

const CHANGES = {
  insert: [['after_rows', '']],
  delete: [['before_rows', '-']],
  update: [
    ['after_rows', ''],
    ['before_rows', '-'],
  ],
} as const;
const TRANSITIONS = {
  insert: 'new table as after_rows',
  delete: 'old table as before_rows',
  update: 'old table as before_rows new table as after_rows',
} as const;

/** The staff lists of cases and connections with a million rows: an index for each sort, for searches, and totals. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);

  await run(`
    create index app_user_as_party on app_user
    using gin ((search_name || search_institution || ' ' || email_key) gin_trgm_ops)
    with (fastupdate = off) where deleted_at is null
  `);

  for (const [name, key] of [
    ['no', 'no collate "C"'],
    ['status', 'status'],
    ['sent', 'published_at'],
    ['updated', 'updated_at'],
  ])
    await run(`create index case_by_${name} on dental_case (${key}, id) where ${KEPT}`);
  await run(
    `create index case_pair on dental_case (author_id, recipient_id, published_at, id) where ${KEPT}`,
  );
  // The recipient's other cases are in the indexes of the recipient's own lists.
  await run(`
    create index case_recipient_left on dental_case (recipient_id)
    where published_at is not null and author_removed_at is null and recipient_removed_at is not null
  `);
  await run(
    `insert into list_tally (list, count) select ${LIST_OF_CASE}, sum(count) from case_tally group by 1`,
  );
  for (const operation of ['insert', 'delete', 'update'] as const) {
    const rows = CHANGES[operation]
      .map(([table, sign]) => `select ${LIST_OF_CASE} as list, ${sign}count as n from ${table}`)
      .join(' union all ');
    await run(`
      create function tally_all_cases_${operation}() returns trigger language plpgsql as $$
      begin
        insert into list_tally as tally (list, count)
        select list, sum(n) from (${rows}) as change group by 1 having sum(n) <> 0 order by 1
        on conflict (list) do update set count = tally.count + excluded.count;
        return null;
      end $$
    `);
    await run(`
      create trigger case_tally_all_${operation} after ${operation} on case_tally
      referencing ${TRANSITIONS[operation]}
      for each statement execute function tally_all_cases_${operation}()
    `);
  }

  await run(`
    alter table connection
      add column designation_version integer not null default 1,
      add column designation_changed_by bigint references app_user,
      add column designation_changed_at timestamptz
  `);
  for (const [name, key] of [
    ['requested', 'created_at'],
    ['updated', 'updated_at'],
    ['state', "(case when is_locked then 'DSGN' else status end)"],
  ])
    await run(`create index connection_by_${name} on connection (${key}, id)`);
  await run(`
    create index connection_invited on connection using gin (search_text(email) gin_trgm_ops)
    with (fastupdate = off) where user_id is null
  `);
  await run(`insert into list_tally (list, count) select 'connections', count(*) from connection`);
  for (const [operation, rows] of [
    ['insert', 'new table as changed_rows'],
    ['delete', 'old table as changed_rows'],
  ])
    await run(`
      create trigger connection_tally_${operation} after ${operation} on connection referencing ${rows}
      for each statement execute function tally_${operation}_rows('connections')
    `);
}
