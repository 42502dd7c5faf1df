import { type Kysely, sql } from 'kysely';

/**
 * The region of this database, which is permanent, so that a start with another `REGION` is refused. Before, it was
 * only visible in the start of the identity columns.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table deployment (
      is_only boolean primary key default true check (is_only),
      region text not null check (region in ('us', 'eu'))
    )
  `.execute(db);
  await sql`
    insert into deployment (region)
    select case seqstart % 16 when 1 then 'us' when 2 then 'eu' end
    from pg_sequence where seqrelid = 'public.app_user_id_seq'::regclass
  `.execute(db);
  // A migration that ran without REGION gave its columns the ids of the default region: from here on they count like
  // the others. Existing ids stay.
  await sql`
    do $$
    declare
      ordinal bigint := (select seqstart from pg_sequence where seqrelid = 'public.app_user_id_seq'::regclass);
      other record;
      last bigint;
    begin
      for other in
        select seqrelid::regclass as name from pg_sequence join pg_class on pg_class.oid = seqrelid
        where relnamespace = 'public'::regnamespace and seqincrement = 16 and seqstart <> ordinal
      loop
        execute format('select last_value from %s', other.name) into last;
        execute format('alter sequence %s start with %s restart with %s',
          other.name, ordinal, last + 16 - mod(mod(last - ordinal, 16) + 16, 16));
      end loop;
    end $$
  `.execute(db);
}
