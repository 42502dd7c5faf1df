import { COUNTRY_CODES } from '@cusp/contract/countries';
import { LANGUAGES } from '@cusp/text/languages';
import { type RawBuilder, sql } from 'kysely';
import { type Actor, isMasked } from '../../platform/http/actor.ts';

/** JSON with the names of every country by code, in all languages. */
const COUNTRY_NAMES = JSON.stringify(
  Object.fromEntries(
    COUNTRY_CODES.map((code) => [
      code,
      LANGUAGES.map((each) => new Intl.DisplayNames(each, { type: 'region' }).of(code)).join(' '),
    ]),
  ),
);

/** Fewer digits do not count as part of a phone number. */
const SHORTEST_NUMBER = 3;

/**
 * Whether each search word occurs in what a row of `shown` shows to the reader: names, alias, email, institution,
 * address, phone, the message to them, and the country in any language from the beginning of a word. Phone numbers
 * match in any formatting, and with a leading 0 instead of the country code. A masked support session does not find
 * messages, which it may not read.
 */
export function showsWords(reader: Actor, search: string): RawBuilder<boolean> {
  if (search === '') return sql<boolean>`true`;
  const digits = /^[\d\s()+./-]+$/.test(search) ? search.replace(/\D/g, '').replace(/^0+/, '') : '';
  const hasNumber =
    digits.length < SHORTEST_NUMBER
      ? sql`false`
      : sql`position(${digits} in regexp_replace(far_phone, '[^0-9]', '', 'g')) > 0`;
  return sql<boolean>`(${hasNumber} or (
    select bool_and(position(fold(word) in seen.words) > 0 or position(' ' || fold(word) in seen.country) > 0)
    from regexp_split_to_table(${search}, '[[:space:]]+') as word, (
      select
        fold(concat_ws(' ', far_first, far_last, korean_name(far_first, far_last), alias, far_email, far_institution,
          far_address, far_phone, case when near_id = ${reader.userId} and ${!isMasked(reader)} then message end)) as words,
        search_text(coalesce(${COUNTRY_NAMES}::jsonb ->> far_country, '')) as country
    ) as seen
  ))`;
}
