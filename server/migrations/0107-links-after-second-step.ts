import { type Kysely, sql } from 'kysely';

/** A social account is connected only after the second step of an account that has one, so the step stores it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sign_in_step
      add column link_provider text check (link_provider in ('facebook', 'google')),
      add column link_subject text,
      add check ((link_provider is null) = (link_subject is null))
  `.execute(db);
  await sql`alter table social_flow drop constraint social_flow_step_check`.execute(db);
  await sql`
    alter table social_flow add constraint social_flow_step_check
      check (step in ('asked', 'answered', 'form', 'link', 'linking', 'done'))
  `.execute(db);
}
