import type { CaseDaysQuery, CaseListItem } from '@cusp/contract/case-list';
import type { Language } from '@cusp/contract/wire';
import type { Actor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { dueDays } from './due.sql.ts';
import { listContext } from './list.sql.ts';
import { presentListItem } from './list-cases.ts';
import { casesOfDays, overdueBefore, undatedCases } from './list-days.sql.ts';
import { filterOf, revealsTexts } from './list-filter.ts';
import { withFoundNames } from './list-search.sql.ts';
import { peopleOf } from './user-filters.ts';

/** The cases a person sees, by the day on which they are to be delivered. */
export async function listCaseDays({ db }: Services, actor: Actor, query: CaseDaysQuery, language: Language) {
  const { userId } = actor;
  const people = query.institution === '' ? null : await peopleOf(db, userId, query.institution);
  const filter = filterOf(query, userId, people);
  if (revealsTexts(actor, filter)) return { days: [], overdue_before: 0, undated: 0 };
  const context = await withFoundNames(db, filter, await listContext(db, userId, filter, language));
  const { today } = dueDays(query.zone);
  const [{ totals, rows }, overdue_before, undated] = await Promise.all([
    casesOfDays(db, userId, filter, context, { from: query.from, to: query.to, perDay: query.per_day }),
    overdueBefore(db, userId, filter, context, { before: query.from, today }),
    undatedCases(db, userId, filter, context),
  ]);
  const posts = Map.groupBy(rows.map(presentListItem), ({ deliverydt }: CaseListItem) => deliverydt ?? '');
  return {
    days: [...totals].map(([day, total]) => ({ day, total, posts: posts.get(day) ?? [] })),
    overdue_before,
    undated,
  };
}
