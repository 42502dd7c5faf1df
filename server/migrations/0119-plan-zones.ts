import { type Kysely, sql } from 'kysely';

/**
 * A server of the release before plans had a zone writes plans without one, so that housekeeping finds and replans
 * them. A zone that the database reads differently from the server is replaced by its offset, because the pages follow
 * the server.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run('alter table appointment_plan alter column zone drop default, alter column zone drop not null');
  await run(`
    create or replace function known_zone(zone text, otherwise text) returns text language plpgsql stable as $$
    begin
      if now() at time zone zone = now() at time zone otherwise then
        return zone;
      end if;
      return otherwise;
    exception when invalid_parameter_value then
      return otherwise;
    end $$
  `);
}
