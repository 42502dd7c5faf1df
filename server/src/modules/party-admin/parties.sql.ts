import type { Party } from '@cusp/contract/staff-parties';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import { patternOf } from '../../platform/db/search-pattern.ts';
import { nameOf, type PersonRow } from '../people/person.present.ts';
import { commonSearches } from '../staff-lists/common-searches.ts';
import { COMMON, type Search } from '../staff-lists/long-list.sql.ts';
import { orderName } from '../staff-lists/places.ts';

/**
 * More people with rows than this make a word common: each row is tested instead of looking up the rows of each person.
 * A row has two people at most, so more than half as many rows match such a word.
 */
const COMMON_PEOPLE = 2 * COMMON;
/** Maximum number of people with a word whose rows are looked up. */
const ASKED_PEOPLE = 10_000;
/** For a long search only the first words are looked up among people; the resulting rows are tested for the others. */
const LOOKED_UP = 6;

/** Searched text of people, equal to that of its index on `app_user`. */
const foundBy = (alias: string): RawBuilder<string> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`(${column('search_name')} || ${column('search_institution')} || ' ' || ${column('email_key')})`;
};

interface Parties {
  /** Columns with the ids of the two people of a row. */
  columns: readonly [RawBuilder<number>, RawBuilder<number>];
  /** The mark in `listed_person` of those who have ever had a row. */
  listed: RawBuilder<boolean>;
  /** Whether the list has a row of `person`. */
  hasRows(person: RawBuilder<number>): RawBuilder<boolean>;
  /** Whether a person of the row is one of `ids`, as the indexes allow it. */
  among?(ids: RawBuilder<unknown>): RawBuilder<boolean>;
  /** Other conditions by which a row matches a word. */
  also(word: string): RawBuilder<boolean>;
  /** The list is narrowed to some of its rows. */
  isNarrowed?: boolean;
}

/**
 * For each word, a condition that one of two people has it in their name, institution or address, or that `also` holds.
 */
export function partiesHave(db: DbOrTx, { columns, listed, hasRows, among, also, isNarrowed }: Parties) {
  const [one, other] = columns;
  const isAmong = among ?? ((ids) => sql<boolean>`${one} = any(${ids}) or ${other} = any(${ids})`);
  const askedOfRows = (word: string) => sql<boolean>`exists (
    select from app_user as person where person.id in (${one}, ${other})
    and person.deleted_at is null and ${foundBy('person')} like ${patternOf(word)}
  )`;
  return async (all: readonly string[]): Promise<Search> => {
    const words = [...new Set(all)];
    const where = [];
    let isCommon = false;
    for (const [at, word] of words.entries()) {
      const people = at < LOOKED_UP ? await peopleWith(db, word, { listed, hasRows }) : null;
      isCommon = people?.isCommon ?? false;
      const isParty = people?.ids ? isAmong(sql`${people.ids}::bigint[]`) : askedOfRows(word);
      where.push(sql<boolean>`(${also(word)} or ${isParty})`);
    }
    return { where, isCommon: isCommon && words.length === 1 && !isNarrowed };
  };
}

/**
 * The people with a word who have rows; `ids` is null if there are too many of them, or too many to look up. Only those
 * who have ever had rows are looked up, because some words match thousands of people without rows.
 */
async function peopleWith(
  db: DbOrTx,
  word: string,
  { listed, hasRows }: Pick<Parties, 'listed' | 'hasRows'>,
): Promise<{ ids: number[] | null; isCommon: boolean }> {
  const name = orderName(db, listed, sql`${word}`);
  if (commonSearches(db).get(name)) return { ids: null, isCommon: true };
  // PostgreSQL evaluates a `with` list only as far as it is read: not all people of a common word are looked up.
  const { rows } = await sql<{ ids: number[]; isMore: boolean | null }>`
    with person as materialized (
      select user_id as id from listed_person
      where ${listed} and search like ${patternOf(word)} limit ${ASKED_PEOPLE}
    ),
    busy as materialized (
      select id from person where ${hasRows(sql.ref('person.id'))} limit ${COMMON_PEOPLE + 1}
    )
    select array(select id from busy) as ids,
      case when (select count(*) from busy) <= ${COMMON_PEOPLE}
        then (select count(*) from person) = ${ASKED_PEOPLE} end as "isMore"
  `.execute(db);
  const { ids = [], isMore } = rows[0] ?? {};
  const isCommon = ids.length > COMMON_PEOPLE;
  if (isCommon) commonSearches(db).set(name, true);
  return { ids: isCommon || isMore ? null : ids, isCommon };
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
