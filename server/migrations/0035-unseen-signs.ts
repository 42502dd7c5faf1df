import { type Kysely, sql } from 'kysely';

/** Signs that nobody sees: soft hyphens, zero-width blanks and joiners, marks of direction, fillers of Hangul. */
const UNSEEN =
  '[\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0]';

export async function up(db: Kysely<unknown>): Promise<void> {
  const unseen = sql.lit(UNSEEN);
  // They come with pasted text and stand in the middle of words, which are looked for without them. Compatible forms
  // are one: a Korean letter by itself is typed as another sign than the same letter of a syllable.
  await sql`
    create or replace function fold(text) returns text language sql immutable strict parallel safe
    as $$ select normalize(lower(public.unaccent('public.unaccent'::regdictionary,
      normalize(regexp_replace($1, ${unseen}, '', 'g'), nfkc))), nfd) $$
  `.execute(db);
  await sql`update case_search set text = fold(text) where text <> fold(text)`.execute(db);
}
