import { type Kysely, sql } from 'kysely';

/**
 * Events and the audit log are partitioned by month, so that old months can be dropped as a whole and reads of recent
 * days do not touch them. Existing rows become the first partition without being copied.  Partitions do not inherit
 * rights and statement triggers. Each one gets the trigger here, and none is granted to the serving role, which reaches
 * them only through the parent table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`lock table event, audit_log in access exclusive mode`.execute(db);
  const first = await monthAfterAllRows(db);

  // Position of an event in live updates: the local order of this database, null for rows that a move imports from
  // another region. Rows that a browser may still ask for keep their id as position. A process of the previous release,
  // which runs until it is replaced, still sends ids as positions, so new positions begin far above them to avoid
  // confusion.
  await sql`alter table event add column seq bigint`.execute(db);
  await sql`update event set seq = id where at > now() - interval '2 days'`.execute(db);
  const { rows } = await sql<{ start: string }>`
    select coalesce(max(id) + 16000000, 1)::text as start from event
  `.execute(db);
  await sql.raw(`create sequence event_seq as bigint start with ${rows[0]?.start ?? 1}`).execute(db);

  await partition(db, {
    table: 'event',
    first,
    droppedIndexes: ['event_at'],
    columns: `
      seq bigint default nextval('event_seq'),
      at timestamptz not null default clock_timestamp(),
      name text not null,
      activity text,
      case_id bigint,
      actor_id bigint,
      action_id text,
      audience bigint[] not null,
      ids jsonb not null default '{}',
      change jsonb`,
    indexes: {
      event_case: '(case_id, id desc) where activity is not null',
      event_history: '(case_id) where case_id is not null',
      event_place: '(seq) where seq is not null',
    },
  });
  await sql`alter sequence event_seq owned by event.seq`.execute(db);

  await partition(db, {
    table: 'audit_log',
    first,
    droppedIndexes: [],
    columns: `
      at timestamptz not null default clock_timestamp(),
      action text not null,
      result text not null default 'ok',
      user_id bigint,
      acting_for bigint,
      session_id uuid,
      object_type text,
      object_id bigint,
      case_id bigint,
      ip text not null default '',
      request_id text,
      detail jsonb not null default '{}'`,
    indexes: {
      audit_log_case: '(case_id, id) where case_id is not null',
      audit_log_user: '(user_id, id)',
    },
  });
  for (const table of ['audit_log', 'audit_log_default']) {
    await sql
      .raw(
        `create trigger audit_log_append_only before update or delete or truncate on ${table}
         for each statement execute function refuse_change()`,
      )
      .execute(db);
  }

  // Attaching a table created beforehand does not block writers, which creating a partition in place would. A month
  // that has rows in the default partition stays there.
  await sql
    .raw(`
      create function add_log_partitions(today date) returns void language plpgsql
      set search_path = public, pg_temp set timezone = 'UTC' set lock_timeout = '5s' as $$
      declare
        first date := greatest(date_trunc('month', today)::date, date '${first}');
        month date;
        log text;
        name text;
        is_taken boolean;
      begin
        perform pg_advisory_xact_lock(4801);
        for month in select generate_series(first, date_trunc('month', today) + interval '24 months', '1 month') loop
          foreach log in array array['event', 'audit_log'] loop
            name := log || to_char(month, '_YYYY_MM');
            continue when to_regclass('public.' || name) is not null;
            execute format('select exists (select from public.%I where at >= %L and at < %L)',
              log || '_default', month, month + interval '1 month') into is_taken;
            continue when is_taken;
            execute format('create table public.%I (like public.%I including defaults including constraints)', name, log);
            if log = 'audit_log' then
              execute format('create trigger audit_log_append_only before update or delete or truncate on public.%I
                for each statement execute function public.refuse_change()', name);
            end if;
            execute format('alter table public.%I attach partition public.%I for values from (%L) to (%L)',
              log, name, month, month + interval '1 month');
          end loop;
        end loop;
      end $$
    `)
    .execute(db);
  // Callable by the serving role. It takes no argument, so that it cannot be used to create a million tables.
  await sql`
    create function keep_log_partitions() returns text[] language plpgsql security definer
    set search_path = public, pg_temp as $$
    begin
      perform add_log_partitions((now() at time zone 'UTC')::date);
      return array(
        select 'event' where exists (select from event_default)
        union all
        select 'audit_log' where exists (select from audit_log_default)
      );
    end $$
  `.execute(db);
  await sql`revoke all on function add_log_partitions(date), keep_log_partitions() from public`.execute(db);
  await sql`select keep_log_partitions()`.execute(db);
}

/** First day of the first month after today and after every row, in UTC. */
async function monthAfterAllRows(db: Kysely<unknown>): Promise<string> {
  const { rows } = await sql<{ first: string }>`
    select (date_trunc('month', greatest(
      now(), (select max(at) from event), (select max(at) from audit_log)
    ) at time zone 'UTC') + interval '1 month')::date::text as first
  `.execute(db);
  return rows[0]?.first ?? '';
}

interface Log {
  table: 'event' | 'audit_log';
  /** End of the partition of the existing rows. */
  first: string;
  droppedIndexes: string[];
  /** All but `id`. */
  columns: string;
  indexes: Record<string, string>;
}

/** Replaces a plain table by a partitioned one, of which it becomes the partition `…_past`. */
async function partition(db: Kysely<unknown>, log: Log): Promise<void> {
  const { table, first, droppedIndexes, columns, indexes } = log;
  const run = (statement: string) => sql.raw(statement).execute(db);
  const { rows } = await sql<{ start: string; next: string }>`
    select seqstart::text as start, nextval(seqrelid)::text as next
    from pg_sequence where seqrelid = ${sql.lit(`public.${table}_id_seq`)}::regclass
  `.execute(db);
  const { start, next } = rows[0] ?? { start: '1', next: '1' };

  await run(`alter table ${table} rename to ${table}_past`);
  await run(`alter table ${table}_past alter column id drop identity`);
  await run(`alter table ${table}_past drop constraint ${table}_pkey`);
  for (const index of droppedIndexes) await run(`drop index ${index}`);
  for (const index of Object.keys(indexes))
    await run(`alter index if exists ${index} rename to ${index.replace(table, `${table}_past`)}`);
  await run(`
    create table ${table} (
      id bigint generated by default as identity (start with ${start} increment by 16),
      ${columns},
      primary key (id, at)
    ) partition by range (at)
  `);
  await run(`alter table ${table} alter column id restart with ${next}`);
  // Equal indexes are attached instead of rebuilt.
  await run(
    `alter table ${table} attach partition ${table}_past for values from (minvalue) to ('${first} 00:00:00+00')`,
  );
  await run(`create table ${table}_default partition of ${table} default`);
  for (const [index, on] of Object.entries(indexes)) await run(`create index ${index} on ${table} ${on}`);
}
