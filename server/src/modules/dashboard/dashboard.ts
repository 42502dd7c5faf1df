import type { StatusFilter } from '@cusp/contract/case-list';
import type { Period } from '@cusp/contract/dashboard';
import { statusesOfFilter } from '@cusp/dental/case-status';
import { isRestorationType, RESTORATION_TYPES } from '@cusp/dental/restorations';
import type { Actor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { nameOf, pictureOf } from '../people/person.present.ts';
import { type ActivityRow, countRestorations, countsByStatus, readActivities } from './dashboard.sql.ts';
import { startOf } from './periods.ts';

const ACTIVITIES_PER_PAGE = 20;

interface Span {
  period: Period;
  zone: string;
}

/** Number of visible cases in each status. */
export async function statusCounts(services: Services, actor: Actor) {
  const counts = await countsByStatus(services.db, actor.userId);
  const of = (filter: StatusFilter) =>
    statusesOfFilter(filter).reduce((sum, status) => sum + (counts.get(status) ?? 0), 0);
  return {
    status_counts: {
      open: of('Open'),
      inprog: of('InProgress'),
      completed: of('Completed'),
      reopened: of('Reopened'),
      closed: of('Closed'),
    },
  };
}

/** Restorations of the cases sent in a period. */
export async function restorationCounts(services: Services, actor: Actor, { period, zone }: Span) {
  const rows = await countRestorations(services.db, actor.userId, startOf(period, zone));
  return {
    restoration_counts: rows.map(({ type, display_name, count }) => ({
      name: display_name || (isRestorationType(type) ? RESTORATION_TYPES[type].name : type),
      type,
      count,
    })),
  };
}

/** A page of activities in a period. */
export async function activities(services: Services, actor: Actor, input: Span & { page: number }) {
  const since = startOf(input.period, input.zone);
  const { total, rows } = await readActivities(services.db, actor.userId, since, {
    offset: (input.page - 1) * ACTIVITIES_PER_PAGE,
    take: ACTIVITIES_PER_PAGE,
  });
  const people = new Map(rows.flatMap(({ actor: person }) => (person ? [[person.id, person]] : [])));
  return {
    users: [...people.values()].map((person) => ({
      id: person.id,
      username: nameOf(person),
      pictures: pictureOf(person),
    })),
    cases_actions: rows.map((row) => ({
      id: row.id,
      action_date: row.at.toISOString(),
      user_id: row.actor_id,
      action: row.activity,
      post_id: row.case_id,
      post_no: row.no,
      patient: { firstname: row.patient_first, lastname: row.patient_last },
      status: row.activity === 'STATUS_CHANGE' ? row.change : null,
      assignee: row.activity === 'ASSIGNEE_CHANGE' ? assigneesOf(row) : null,
    })),
    num_pages: Math.max(1, Math.ceil(total / ACTIVITIES_PER_PAGE)),
  };
}

const assigneesOf = ({ assignee, was, was_id }: ActivityRow) => ({
  to: assignee && nameOf(assignee),
  ...(was_id === null ? {} : { from: was && nameOf(was) }),
});
