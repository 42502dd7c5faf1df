import { type Kysely, sql } from 'kysely';

/**
 * Data here of people of the other region is removed once they have closed their account there. The previous release,
 * which may still run beside this one, stores that they are closed without queuing the removal, so all closed accounts
 * are checked once more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function close_elsewhere() returns trigger language plpgsql as $$
    begin
      if new.presence in ('guest', 'moved') and new.deleted_at is not null and new.closes_at is null then
        new.closes_at = now();
      end if;
      return new;
    end $$
  `.execute(db);
  await sql`
    create trigger close_elsewhere before insert or update of deleted_at on app_user
    for each row when (new.deleted_at is not null) execute function close_elsewhere()
  `.execute(db);
  await sql`
    update app_user set closes_at = now()
    where presence in ('guest', 'moved') and deleted_at is not null and closes_at is null
  `.execute(db);
}
