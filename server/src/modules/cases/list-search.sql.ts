import type { Sort } from '@cusp/contract/case-list';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import { circleSql, visibleToCircle } from '../case-access/visible-cases.sql.ts';
import {
  all,
  conditions,
  type Found,
  hitColumns,
  onEachSide,
  orderOf,
  pageOfHits,
  type Window,
} from './hits.sql.ts';
import type { ListContext } from './list.sql.ts';
import { COMMON, findUnlessCommon, knownCommon, rememberCommon, walkAlong } from './list-common.sql.ts';
import type { ListFilter } from './list-filter.ts';
import {
  has,
  matches,
  namesAssignee,
  namesMade,
  namesParty,
  namesPatient,
  type Word,
} from './search-words.sql.ts';

/** Search terms of a word, which depend on the reader's language and number system. */
const meaningOf = ({ text, teeth, types, materials }: Word) =>
  [text, ...teeth, ...types, ...materials].join(' ');

const hasLetters = ({ text }: Word) => /[\p{L}\p{N}]/u.test(text);

/**
 * Ids of the cases of a circle that contain a word, in their people, orders or texts; may contain duplicates. People
 * and orders come first, so that a reader that stops early never starts the text search, which must find all its rows
 * before it returns the first.
 */
function casesWith(word: Word, circle: readonly number[]): RawBuilder<unknown> {
  const [party, assignee] = [namesParty(word), namesAssignee(word)];
  const ways: RawBuilder<unknown>[] = [];
  if (party) ways.push(onEachSide('dental_case', sql`id as case_id`, circle, [party]));
  if (assignee)
    ways.push(sql`select id as case_id from dental_case
      where ${assignee} and ${visibleToCircle(circleSql(circle))}`);
  for (const made of namesMade(word)) ways.push(onEachSide('case_made', sql`case_id`, circle, [made]));
  const texts = onEachSide('case_search', sql`case_id`, circle, [has(word)]);
  ways.push(
    word.isName
      ? sql`select case_id from (${texts}) as texts join dental_case on dental_case.id = texts.case_id
          where ${namesPatient(word)}`
      : texts,
  );
  return sql.join(ways, sql` union all `);
}

/** A word that names a person of the circle is in all of their cases (2), and one of the catalogue in many (1). */
const rankIn = (circle: readonly number[]) => (word: Word) =>
  word.parties.some((id) => circle.includes(id)) ? 2 : namesMade(word).length > 0 ? 1 : 0;

/** Otherwise longer words are expected in fewer cases. */
const rarestFirst = (circle: readonly number[]) => {
  const rank = rankIn(circle);
  return (a: Word, b: Word) => rank(a) - rank(b) || b.text.length - a.text.length;
};

/**
 * The context with names if they find a case; else without them. `Anna Zahn 46` is tooth 46 of Anna Zahn, and if there
 * is no such case, tooth 46 of every Anna.
 */
export async function withFoundNames(
  db: DbOrTx,
  filter: ListFilter,
  context: ListContext,
): Promise<ListContext> {
  if (context.names.length === 0) return context;
  const { total } = await findByWords(db, filter, context, 'updated desc', { offset: 0, take: 1 });
  return total > 0 ? context : { ...context, names: [] };
}

/**
 * The cases that contain all words. The rarest word, usually the longest, is found in the trigram index; the other
 * words are checked on its cases.
 */
export async function findByWords(
  db: DbOrTx,
  filter: ListFilter,
  context: ListContext,
  sort: Sort,
  window: Window,
): Promise<Found> {
  const wanted = [...context.words, ...context.names];
  // Words of punctuation only are in no index, so they are only checked beside other words.
  const words = wanted.filter(hasLetters).toSorted(rarestFirst(context.circle));
  const [longest] = words;
  if (!longest) return { total: 0, ids: [] };
  const rank = rankIn(context.circle);
  const known = (word: Word) => knownCommon(db, context.circle, meaningOf(word));
  // In a smaller circle hardly any word is common, and planning another search takes longer than reading its cases.
  const isLarge = Object.values(context.counts).reduce((sum, count) => sum + count, 0) > COMMON;
  const remember = (word: Word, cases: number) => rememberCommon(db, context.circle, meaningOf(word), cases);
  let most = 0;
  for (const word of words) {
    const others = wanted.filter((each) => each !== word);
    const where = [...conditions(filter, context.circle), ...others.map(matches)];
    const cases = known(word);
    if (cases === undefined) {
      const isRare = (each: Word) => each !== word && rank(each) === 0 && known(each) === undefined;
      const second = isLarge ? words.find(isRare) : undefined;
      const among = second && casesWith(second, context.circle);
      const asked = { filter, sort, window, among };
      const found = await findUnlessCommon(db, casesWith(word, context.circle), where, asked);
      if (second && found.commonAmong !== undefined) remember(second, found.commonAmong);
      if (!found.isCommon) return { total: found.total, ids: found.ids };
      remember(word, found.total);
      most = found.total;
    } else most = cases;
  }
  const others = wanted.filter((word) => word !== longest);
  const isAlone = others.length === 0 && conditions(filter, context.circle).length === 0;
  if (isAlone) {
    const shown = { ...window, take: Math.min(window.take, most - window.offset) };
    const ids = await walkAlong(db, context.circle, [matches(longest)], { filter, sort, window: shown });
    return { total: most, ids, isCut: true };
  }
  const where = [...conditions(filter, context.circle), ...others.map(matches)];
  return pageOfHits(
    db,
    sql`select ${hitColumns(sort)} from (select distinct case_id from (${casesWith(longest, context.circle)}) as texts) as found
      join dental_case on dental_case.id = found.case_id where ${all(where)}`,
    orderOf(filter, sort),
    window,
  );
}
