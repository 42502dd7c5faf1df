import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // The link by which an owner removes a second step that another person has added.
  await sql`alter table mail_token drop constraint mail_token_purpose_check`.execute(db);
  await sql`
    alter table mail_token add constraint mail_token_purpose_check
    check (purpose in ('activate', 'reset', 'undo'))
  `.execute(db);
}
