import { type Kysely, sql } from 'kysely';

/**
 * SQL for the people whose move decides whether rows may be written, by table: the author of the case that a row is
 * about, or the person whose account it belongs to. `row` is a changed row.
 */
const OWNERS: Record<string, string> = {
  dental_case: 'select row.author_id from changed as row',
  ...Object.fromEntries(
    [
      'restoration',
      'order_change',
      'case_orientation',
      'scan_choice',
      'case_file',
      'case_comment',
      'unread_comment',
      'share_link',
      'upload',
    ].map((table) => [
      table,
      'select author_id from changed as row join dental_case on dental_case.id = row.case_id',
    ]),
  ),
  comment_mention: `select dental_case.author_id from changed as row
    join case_comment on case_comment.id = row.comment_id join dental_case on dental_case.id = case_comment.case_id`,
  scan_unit: `select dental_case.author_id from changed as row
    join case_file on case_file.id = row.file_id join dental_case on dental_case.id = case_file.case_id`,
  ...Object.fromEntries(
    [
      'account_log',
      'authenticator_app',
      'recovery_code',
      'email_change',
      'step_reset',
      'passkey',
      'social_identity',
      'lab',
      'device_registration',
      'device_lock',
      'support_grant',
    ].map((table) => [table, 'select row.user_id from changed as row']),
  ),
  share_group: 'select row.owner_id from changed as row',
  group_member: `select row.user_id from changed as row union all
    select share_group.owner_id from changed as row join share_group on share_group.id = row.group_id`,
  connection: 'select row.owner_id from changed as row union all select row.user_id from changed as row',
};

/** The people whose accounts were changed, ignoring sign-ins that only updated their time. */
const ACCOUNT_OWNERS = `select row.id from changed as row join before_rows as before on before.id = row.id
  where to_jsonb(row) - 'last_sign_in_at' <> to_jsonb(before) - 'last_sign_in_at'`;

const EVENTS = { insert: 'new', update: 'new', delete: 'old' } as const;

/** Moves of people between regions, and triggers that refuse writes to moving data. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run(`
    alter table app_user
      add column presence text not null default 'home' check (presence in ('home', 'guest', 'moved')),
      add column moved_at timestamptz,
      add check (moved_at is not null or presence <> 'moved')
  `);
  await run(`
    create table region_move (
      id uuid primary key,
      asked_by bigint not null references app_user,
      circle bigint[] not null check (cardinality(circle) > 0),
      group_id bigint,
      to_region text not null check (to_region in ('us', 'eu')),
      country text not null,
      step text not null default 'copying' check (step in ('copying', 'frozen', 'committed', 'arrived', 'erased', 'cancelled', 'failed')),
      is_paused boolean not null default false,
      percent integer not null default 0 check (percent between 0 and 100),
      totals jsonb not null,
      freeze_no integer not null default 0,
      horizon text,
      frozen_at timestamptz,
      statement text,
      failure text,
      asked_at timestamptz not null default now(),
      heard_at timestamptz not null default now(),
      committed_at timestamptz,
      arrived_at timestamptz,
      erased_at timestamptz,
      ended_at timestamptz,
      check ((committed_at is not null) = (step in ('committed', 'arrived', 'erased'))),
      check ((statement is not null) = (committed_at is not null)),
      check ((ended_at is not null) = (step in ('cancelled', 'failed', 'erased')))
    )
  `);
  await run('create index region_move_circle on region_move using gin (circle)');
  await run('create index region_move_open on region_move (asked_at) where ended_at is null');
  // The primary key allows one move of a person at a time.
  await run(`
    create table moving_person (
      user_id bigint primary key references app_user,
      move_id uuid not null references region_move on delete cascade,
      is_frozen boolean not null default false
    )
  `);
  await run('create index moving_person_move on moving_person (move_id)');
  await run(`
    create table region_import (
      move_id uuid primary key,
      from_region text not null check (from_region in ('us', 'eu')),
      circle bigint[] not null,
      step text not null default 'copying' check (step in ('copying', 'arrived', 'dropped')),
      is_reported boolean not null default false,
      failure text,
      began_at timestamptz not null default now(),
      ended_at timestamptz,
      check ((ended_at is not null) = (step <> 'copying'))
    )
  `);
  await run(`
    create table region_import_file (
      move_id uuid not null references region_import on delete cascade,
      storage_key text not null,
      size bigint not null,
      sha256 text,
      copied_at timestamptz not null default now(),
      primary key (move_id, storage_key)
    )
  `);
  await run(`
    create table region_import_case (
      move_id uuid not null references region_import on delete cascade,
      case_id bigint not null,
      author_removed_at timestamptz,
      recipient_removed_at timestamptz,
      primary key (move_id, case_id)
    )
  `);
  await run(`
    create table region_import_person (
      move_id uuid not null references region_import on delete cascade,
      user_id bigint not null,
      account jsonb not null,
      primary key (move_id, user_id)
    )
  `);

  for (const [table, owners] of Object.entries({ ...OWNERS, app_user: ACCOUNT_OWNERS })) {
    // In READ COMMITTED each statement of a function sees what was committed before it, so a write that began before
    // the freeze and reaches this check after it is refused too.
    await run(`
      create function refuse_moving_${table}() returns trigger language plpgsql as $$
      begin
        if exists (select from moving_person where is_frozen)
          and coalesce(current_setting('cusp.moves', true), '') <> 'on'
          and exists (select from moving_person where is_frozen and user_id in (${owners}))
        then
          raise exception 'the data is being moved to another region' using errcode = 'CU423';
        end if;
        return null;
      end $$
    `);
    for (const [event, image] of Object.entries(EVENTS)) {
      if (table === 'app_user' && event !== 'update') continue;
      const before = table === 'app_user' ? 'old table as before_rows' : '';
      await run(`
        create trigger refuse_moving_${event} after ${event} on ${table}
        referencing ${before} ${image} table as changed for each statement execute function refuse_moving_${table}()
      `);
    }
  }
}
