import { type Kysely, sql } from 'kysely';

/**
 * A function that continues the ids of all tables after the highest one. Rows that move here keep the ids of the other
 * region, which can be higher than the next ones of this region, and lists take the row with the highest id for the
 * newest. It is callable by the serving role and takes no argument, so that it cannot be used to exhaust the ids.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Other transactions insert rows between reading a sequence and setting it; they do not reach 1,000 ids ahead.
  await sql`
    create function continue_ids() returns void language plpgsql security definer
    set search_path = public, pg_temp as $$
    declare
      item record;
      highest bigint;
      last bigint;
      step bigint;
    begin
      -- Another arrival waits until the rows of this one can be seen, because setval could go back behind them.
      perform pg_advisory_xact_lock(hashtext('continue_ids'));
      for item in
        select relname as name, attname as col, pg_get_serial_sequence(quote_ident(relname), attname) as ids
        from pg_class join pg_attribute on attrelid = pg_class.oid
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and attidentity <> ''
      loop
        execute format('select max(%I) from public.%I', item.col, item.name) into highest;
        execute format('select last_value from %s', item.ids) into last;
        select seqincrement into step from pg_sequence where seqrelid = item.ids::regclass;
        if highest > last then
          perform setval(item.ids, last + step * ((highest - last) / step + 1000));
        end if;
      end loop;
    end $$
  `.execute(db);
  await sql`revoke all on function continue_ids() from public`.execute(db);
  // Practices may have moved here before.
  await sql`select continue_ids()`.execute(db);
}
