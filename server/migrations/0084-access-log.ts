import { type Kysely, sql } from 'kysely';

/** Indexes by which the access log of a practice is read: by person and time, and by the cases on a list. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index audit_log_person on audit_log (user_id, at desc, id desc)`.execute(db);
  await sql`
    create index audit_log_listed on audit_log using gin ((detail->'cases'))
    where action in ('cases_listed', 'cases_searched')
  `.execute(db);
  await sql`create index share_link_maker on share_link (maker_id, id desc) where revoked_at is null`.execute(
    db,
  );
}
