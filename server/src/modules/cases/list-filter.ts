import type { CaseListQuery } from '@cusp/contract/case-list';
import type { StatusCode } from '@cusp/contract/cases';
import { STATUS_FILTERS, statusesOfFilter } from '@cusp/dental/case-status';
import type { Due } from '@cusp/dental/due';
import { beginOf, dayIn } from '../../platform/time/days.ts';
import { type DueDays, dueDays } from './due.sql.ts';

/** More words do not narrow a search any further. */
const MOST_WORDS = 10;

/** What a list asks for, apart from who asks. */
export interface ListFilter {
  /** Statuses that are shown as one, in the order of the status sort; all of them where none was chosen. */
  groups: readonly (readonly StatusCode[])[];
  /** Null where any status will do. */
  statuses: readonly StatusCode[] | null;
  sentFrom: Date | null;
  sentBefore: Date | null;
  /** People of whom one must be the other side; null is anybody. */
  counterparts: readonly number[] | null;
  words: readonly string[];
  unreadOnly: boolean;
  /** Id of the person the case is assigned to. */
  assignee: number | null;
  /** Type and material of one of its restorations. */
  restoration: string | null;
  material: string | null;
  due: { which: Due; days: DueDays } | null;
}

/**
 * Reads a query; `people` are those of the institution it names, null where it names none. Days are whole: the end of
 * a range names its last day, by the midnight it begins with.
 */
export function filterOf(query: CaseListQuery, userId: number, people: readonly number[] | null): ListFilter {
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
    counterparts: query.uid.length > 0 ? query.uid : people,
    words: wordsOf(query.search).slice(0, MOST_WORDS),
    unreadOnly: query.unreadCommentsOnly === 'true',
    assignee: query.assignee === '' ? null : query.assignee === 'me' ? userId : query.assignee,
    restoration: query.restoration || null,
    material: query.material || null,
    due: query.due === '' ? null : { which: query.due, days: dueDays(query.zone) },
  };
}

/**
 * What is typed between blanks. Signs that begin or end a word say nothing: `Berg, "Anna"` is looked for as `Berg Anna`.
 */
const wordsOf = (search: string): string[] =>
  search
    .split(/\s+/)
    .map((word) => word.replace(/^["„“”«»([]+(?=[\p{L}\p{N}])|(?<=[\p{L}\p{N}])[,;:.!?"“”«»)\]]+$/gu, ''))
    .filter(Boolean);

/** The moment that a range names: by itself, or by a day there, with a clock time or without, that begins then. */
function midnightOf(zone: string, text: string): Date {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)(?:T[\d:.]*)?$/.exec(text) ?? [];
  if (year === undefined) return new Date(text);
  return beginOf(zone, { year: Number(year), month: Number(month), day: Number(day) });
}

/** The same time of the next day by the clock there: days have 23 or 25 hours when clocks change. */
function dayAfter(zone: string, moment: Date): Date {
  const day = dayIn(zone, moment);
  const since = moment.getTime() - beginOf(zone, day).getTime();
  return new Date(beginOf(zone, { ...day, day: day.day + 1 }).getTime() + since);
}
