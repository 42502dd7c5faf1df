import { type Kysely, sql } from 'kysely';

const OWNERS = 'select author_id from changed as row join dental_case on dental_case.id = row.case_id';

/**
 * Retention periods of practices, and their announcements. Deployments that already have cases keep them indefinitely
 * until they or a practice choose a period.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run(`
    alter table app_user add column retention_months integer check (retention_months >= 0),
      add column retention_version integer not null default 0
  `);
  await run('alter table deployment add column keeps_cases boolean not null default false');
  await run('update deployment set keeps_cases = exists (select from dental_case)');
  // Housekeeping goes through all people in batches; the application has no right to write to `deployment`.
  await run(`
    create table retention_walk (
      is_only boolean primary key default true check (is_only),
      place bigint not null default 0
    )
  `);
  await run('insert into retention_walk default values');
  await run('alter table case_deletion add column is_automatic boolean not null default false');
  await run(`
    create table case_retention (
      case_id bigint not null references dental_case on delete cascade,
      practice_id bigint not null references app_user,
      counted_from timestamptz not null,
      due_on date not null,
      announced_at timestamptz not null default now(),
      reminded_at timestamptz,
      primary key (case_id, practice_id)
    )
  `);
  await run('create index case_retention_practice on case_retention (practice_id, due_on)');
  await run(`
    create function refuse_moving_case_retention() returns trigger language plpgsql as $$
    begin
      if exists (select from moving_person where is_frozen)
        and coalesce(current_setting('cusp.moves', true), '') <> 'on'
        and exists (select from moving_person where is_frozen and user_id in (${OWNERS}))
      then
        raise exception 'the data is being moved to another region' using errcode = 'CU423';
      end if;
      return null;
    end $$
  `);
  for (const [event, image] of Object.entries({ insert: 'new', update: 'new', delete: 'old' }))
    await run(`
      create trigger refuse_moving_${event} after ${event} on case_retention
      referencing ${image} table as changed for each statement execute function refuse_moving_case_retention()
    `);
}
