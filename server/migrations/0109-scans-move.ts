import { type Kysely, sql } from 'kysely';

const OWNERS = `select dental_case.author_id from changed as row
  join case_file on case_file.id = row.file_id join dental_case on dental_case.id = case_file.case_id`;

/** The scanner's result moves between regions with the file, so it must not change while the file's people move. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run(`
    create function refuse_moving_malware_scan() returns trigger language plpgsql as $$
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
      create trigger refuse_moving_${event} after ${event} on malware_scan
      referencing ${image} table as changed for each statement execute function refuse_moving_malware_scan()
    `);
}
