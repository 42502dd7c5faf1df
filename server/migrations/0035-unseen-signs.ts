import { type Kysely, sql } from 'kysely';

/** Invisible characters: soft hyphens, zero-width spaces and joiners, direction marks, Hangul fillers. */
const UNSEEN =
  '[\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0]';

export async function up(db: Kysely<unknown>): Promise<void> {
  const unseen = sql.lit(UNSEEN);
  // They come with pasted text, inside words that people search for without them. Compatibility forms are unified,
  // because a standalone Korean letter has another code point than the same letter in a syllable.
  await sql`
    create or replace function fold(text) returns text language sql immutable strict parallel safe
    as $$ select normalize(lower(public.unaccent('public.unaccent'::regdictionary,
      normalize(regexp_replace($1, ${unseen}, '', 'g'), nfkc))), nfd) $$
  `.execute(db);
  await sql`update case_search set text = fold(text) where text <> fold(text)`.execute(db);
}
