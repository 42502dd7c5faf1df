import type { CaseDaysQuery, CaseListItem } from '@cusp/contract/case-list';
import type { Language } from '@cusp/contract/wire';
import type { Actor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { dueDays } from './due.sql.ts';
import { listContext } from './list.sql.ts';
import { presentListItem } from './list-cases.ts';
import { casesOfDays, overdueBefore, undatedCases } from './list-days.sql.ts';
import { filterOf, type ListFilter, revealsTexts } from './list-filter.ts';
import { withFoundNames } from './list-search.sql.ts';
import { readWithSurnames } from './surnames.ts';
import { peopleOf } from './user-filters.ts';

/** The cases a person sees, by the day on which they are to be delivered. */
export async function listCaseDays({ db }: Services, actor: Actor, query: CaseDaysQuery, language: Language) {
  const { userId } = actor;
  const people = query.institution === '' ? null : await peopleOf(db, userId, query.institution);
  const filter = filterOf(query, userId, people);
  if (revealsTexts(actor, filter)) return { days: [], overdue_before: 0, undated: 0 };
  const { today } = dueDays(query.zone);
  const read = async (each: ListFilter) => {
    const context = await withFoundNames(db, each, await listContext(db, userId, each, language));
    return Promise.all([
      casesOfDays(db, userId, each, context, { from: query.from, to: query.to, perDay: query.per_day }),
      overdueBefore(db, userId, each, context, { before: query.from, today }),
      undatedCases(db, userId, each, context),
    ]);
  };
  const [{ totals, rows }, overdue_before, undated] = await readWithSurnames(
    filter,
    read,
    ([days, overdue, without]) => days.totals.size === 0 && overdue === 0 && without === 0,
  );
  const posts = Map.groupBy(rows.map(presentListItem), ({ deliverydt }: CaseListItem) => deliverydt ?? '');
  return {
    days: [...totals].map(([day, total]) => ({ day, total, posts: posts.get(day) ?? [] })),
    overdue_before,
    undated,
  };
}
