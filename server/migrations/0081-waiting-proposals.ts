import { type Kysely, sql } from 'kysely';

/**
 * Open proposals refer to the recipient of their case, whose side answers, so that those waiting for a person are found
 * by an index. Only open proposals are updated.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table order_change add column waits_for bigint`.execute(db);
  await sql`
    update order_change set waits_for = dental_case.recipient_id
    from dental_case where dental_case.id = order_change.case_id and order_change.state = 'open'
  `.execute(db);
  await sql`create index order_change_waits on order_change (waits_for) where state = 'open'`.execute(db);
}
