import { type Kysely, sql } from 'kysely';

/** Sessions of staff, begun at /adm, separate from those of customers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['session', 'sign_in_step'])
    await sql`
      alter table ${sql.table(table)}
      add column kind text not null default 'customer' check (kind in ('customer', 'staff'))
    `.execute(db);
}
