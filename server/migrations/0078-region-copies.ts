import { type Kysely, sql } from 'kysely';

/**
 * Data that a move sets aside in both regions: originals of rows that are stored changed during the move, and log rows,
 * which could not be removed again if the move were cancelled.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run('alter table region_import_case rename to moved_case');
  await run('alter table moved_case drop constraint region_import_case_move_id_fkey');
  await run('alter table region_import_person rename to moved_account');
  await run('alter table moved_account drop constraint region_import_person_move_id_fkey');
  await run(`
    create table moved_log (
      move_id uuid not null,
      -- First case id of the part, -1 for the accounts.
      part bigint not null,
      rows json not null,
      primary key (move_id, part)
    )
  `);
  await run(`
    alter table region_move
      add column settled_at timestamptz,
      add column certificate text,
      -- Whether the other region has the certificate.
      add column is_certified boolean not null default false
  `);
  await run(`
    alter table region_import
      add column country text not null default '',
      add column asked_at timestamptz not null default now(),
      add column totals jsonb not null default '{}',
      add column percent integer not null default 0,
      add column verified_no integer,
      add column verified_digests text,
      add column certificate text,
      add check ((verified_no is null) = (verified_digests is null))
  `);
  await run('create index region_import_circle on region_import using gin (circle)');
  // The move would miss a member who joins or leaves during it, so groups cannot change from its beginning on.
  for (const [table, owners] of Object.entries({
    share_group: 'select row.owner_id from changed as row',
    group_member: `select row.user_id from changed as row union all
      select share_group.owner_id from changed as row join share_group on share_group.id = row.group_id`,
  }))
    await run(`
      create or replace function refuse_moving_${table}() returns trigger language plpgsql as $$
      begin
        if coalesce(current_setting('cusp.moves', true), '') <> 'on'
          and exists (select from moving_person where user_id in (${owners}))
        then
          raise exception 'the data is being moved to another region' using errcode = 'CU423';
        end if;
        return null;
      end $$
    `);
}
