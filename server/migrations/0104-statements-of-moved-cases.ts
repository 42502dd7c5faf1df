import { type Kysely, sql } from 'kysely';

/**
 * Statements also outlive a case that is erased because its author moved to the other region: the lab that stays has to
 * keep them for ten years.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run('alter table device_statement add column case_no text, alter column case_id drop not null');
  await run(`
    update device_statement set case_no = dental_case.no from dental_case where dental_case.id = case_id
  `);
  await run(`
    alter table device_statement alter column case_no set not null,
      drop constraint device_statement_case_id_fkey,
      add constraint device_statement_case_id_fkey foreign key (case_id) references dental_case on delete set null
  `);
  await run('create index device_statement_of_number on device_statement (case_no, version)');
}
