import type { CaseFilterQuery } from '@cusp/contract/case-list';
import type { StatusCode } from '@cusp/contract/cases';
import { STATUS_FILTERS, statusesOfFilter, type Waits } from '@cusp/dental/case-status';
import type { DueFilter } from '@cusp/dental/due';
import { isMaterial, isRestorationType } from '@cusp/dental/restorations';
import { namesBeforeTeeth, searchWords } from '@cusp/text/search-words';
import { beginOf, dayIn } from '@cusp/text/zones';
import { type Actor, isMasked } from '../../platform/http/actor.ts';
import { isCaseNumber } from './case-number.ts';
import { type DueDays, dueDays } from './due.sql.ts';

/** Words beyond this number are ignored. */
const MAX_WORDS = 10;

/** Filters of a list request, independent of the user. */
export interface ListFilter {
  /** Statuses shown as one group, in the order of the status sort; every status if the request has none. */
  groups: readonly (readonly StatusCode[])[];
  /** Null for any status. */
  statuses: readonly StatusCode[] | null;
  sentFrom: Date | null;
  sentBefore: Date | null;
  /** The other side must be one of these people; null for any. */
  counterparts: readonly number[] | null;
  words: readonly string[];
  /** Parts of the search that may be a person's name, because they end with a word for a tooth. */
  names: readonly string[];
  /** How the reader counts teeth; empty if unknown. */
  numbers: CaseFilterQuery['numbers'];
  unreadOnly: boolean;
  /** Side that has to act next, seen from the reader's side; null for either. */
  waits: Waits | null;
  /** Id of the person the case is assigned to. */
  assignee: number | null;
  /** Type and material of a restoration. */
  restoration: string | null;
  material: string | null;
  due: { which: DueFilter; days: DueDays } | null;
}

/**
 * Parses a query; `people` are the members of the named institution, or null without one. Days are whole: a range
 * ends with its last day, given by the midnight it begins with.
 */
export function filterOf(
  query: CaseFilterQuery,
  userId: number,
  people: readonly number[] | null,
): ListFilter {
  const chosen = STATUS_FILTERS.filter(
    (filter) => query.status.length === 0 || query.status.includes(filter),
  );
  const groups = chosen.map(statusesOfFilter);
  return {
    groups,
    statuses: chosen.length === STATUS_FILTERS.length ? null : groups.flat(),
    sentFrom: query.createDateFrom === '' ? null : midnightOf(query.zone, query.createDateFrom),
    sentBefore:
      query.createDateTo === '' ? null : dayAfter(query.zone, midnightOf(query.zone, query.createDateTo)),
    // A view keeps the people of its institution, so that it finds their cases when the institution has another name.
    counterparts: query.uid.length > 0 ? [...new Set([...query.uid, ...(people ?? [])])] : people,
    words: searchWords(query.search).slice(0, MAX_WORDS),
    names: namesBeforeTeeth(query.search).slice(0, MAX_WORDS),
    numbers: query.numbers,
    unreadOnly: query.unreadCommentsOnly === 'true',
    waits: query.waits || null,
    assignee: query.assignee === '' ? null : query.assignee === 'me' ? userId : query.assignee,
    restoration: query.restoration || null,
    material: query.material || null,
    due: query.due === '' ? null : { which: query.due, days: dueDays(query.zone) },
  };
}

/**
 * Whether the matches of a filter would reveal a text that is hidden from the reader. A hit says that the text is in a
 * case, so support without patient data finds by whole numbers and by codes of the catalogue only.
 */
export const revealsTexts = (actor: Actor, { words, restoration, material }: ListFilter): boolean =>
  isMasked(actor) &&
  !(
    words.every(isCaseNumber) &&
    (restoration === null || isRestorationType(restoration)) &&
    (material === null || isMaterial(material))
  );

/** The moment a range begins or ends: an instant, or a local day with or without a time. */
function midnightOf(zone: string, text: string): Date {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)(?:T[\d:.]*)?$/.exec(text) ?? [];
  if (year === undefined) return new Date(text);
  return beginOf(zone, { year: Number(year), month: Number(month), day: Number(day) });
}

/** The same local time on the next day; days have 23 or 25 hours when clocks change. */
function dayAfter(zone: string, moment: Date): Date {
  const day = dayIn(zone, moment);
  const since = moment.getTime() - beginOf(zone, day).getTime();
  return new Date(beginOf(zone, { ...day, day: day.day + 1 }).getTime() + since);
}
