import type { Party } from '@cusp/contract/staff-parties';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import { patternOf } from '../../platform/db/search-pattern.ts';
import { nameOf, type PersonRow } from '../people/person.present.ts';

/** More people than this fit a word that says little: each row is asked instead of looking for the rows of each. */
const COMMON_PEOPLE = 5000;
/** Of a long search only the first words are looked up among people; the rows that these leave are asked for the rest. */
const LOOKED_UP = 6;

/** What people are found by, as its index on `app_user` has it. */
const foundBy = (alias: string): RawBuilder<string> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`(${column('search_name')} || ${column('search_institution')} || ' ' || ${column('email_key')})`;
};

/**
 * For each word, a condition that one of two people has it in their name, institution or address, or that `also` holds.
 * `parties` are columns with ids of people; `among` asks whether one of them is in a list, as the indexes allow it.
 */
export function partiesHave(
  db: DbOrTx,
  [one, other]: readonly [RawBuilder<number>, RawBuilder<number>],
  also: (word: string) => RawBuilder<boolean>,
  among: (ids: RawBuilder<unknown>) => RawBuilder<boolean> = (ids) =>
    sql<boolean>`${one} = any(${ids}) or ${other} = any(${ids})`,
) {
  const askedOfRows = (word: string) => sql<boolean>`exists (
    select from app_user as person where person.id in (${one}, ${other})
    and person.deleted_at is null and ${foundBy('person')} like ${patternOf(word)}
  )`;
  return async (all: readonly string[]): Promise<RawBuilder<boolean>[]> => {
    const conditions = [];
    for (const [at, word] of [...new Set(all)].entries()) {
      const ids = at < LOOKED_UP ? await peopleWith(db, word) : null;
      const isParty = ids ? among(sql`${ids}::bigint[]`) : askedOfRows(word);
      conditions.push(sql<boolean>`(${also(word)} or ${isParty})`);
    }
    return conditions;
  };
}

/** Ids of the people with a word; null where they are too many to look for. */
async function peopleWith(db: DbOrTx, word: string): Promise<number[] | null> {
  const { rows } = await sql<{ id: number }>`
    select id from app_user as person
    where deleted_at is null and ${foundBy('person')} like ${patternOf(word)} limit ${COMMON_PEOPLE + 1}
  `.execute(db);
  return rows.length > COMMON_PEOPLE ? null : rows.map(({ id }) => id);
}

export interface PartyRow extends PersonRow {
  email: string;
  country: string;
}

/** A person as one JSON column, see `partyOf`; null if there is no row. */
export const partyJson = (alias: string): RawBuilder<PartyRow | null> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<PartyRow | null>`case when ${column('id')} is null then null else json_build_object(
    'id', ${column('id')}, 'first_name', ${column('first_name')}, 'last_name', ${column('last_name')},
    'institution', ${column('institution')}, 'email', ${column('email')}, 'country', ${column('country')},
    'picture_key', null, 'deleted_at', ${column('deleted_at')}) end`;
};

/** A person as staff see them; `email` is where they were invited, if they have no account yet. */
export function partyOf(row: PartyRow | null, email = ''): Party {
  if (!row) return { id: null, name: '', institution: '', email, country: '', is_unknown: false };
  if (row.deleted_at !== null)
    return { id: row.id, name: '', institution: '', email: '', country: '', is_unknown: true };
  const { id, institution, country } = row;
  return { id, name: nameOf(row), institution, email: row.email, country, is_unknown: false };
}
