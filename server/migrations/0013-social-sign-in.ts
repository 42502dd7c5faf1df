import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // A social account is identified by its provider's subject and not by an address, because addresses change hands.
  await sql`
    create table social_identity (
      provider text not null check (provider in ('facebook', 'google')),
      subject text not null,
      user_id bigint not null references app_user on delete cascade,
      created_at timestamptz not null default now(),
      primary key (provider, subject),
      unique (user_id, provider)
    )
  `.execute(db);

  // One sign-in in progress, identified by a cookie of the browser that began it. The secrets that the page's opener
  // and the provider must match stay here; the browser only gets their hash.
  await sql`
    create table social_flow (
      browser_hash bytea primary key,
      provider text not null check (provider in ('facebook', 'google')),
      step text not null default 'asked' check (step in ('asked', 'answered', 'form', 'link', 'done')),
      origin text not null,
      page text not null,
      client_state text not null,
      code_challenge text not null,
      provider_state text not null,
      nonce text not null,
      verifier text not null,
      subject text,
      email text,
      email_proven boolean not null default false,
      first_name text not null default '',
      last_name text not null default '',
      user_id bigint references app_user on delete cascade,
      code_hash bytea unique,
      code_expires_at timestamptz,
      expires_at timestamptz not null
    )
  `.execute(db);
}
