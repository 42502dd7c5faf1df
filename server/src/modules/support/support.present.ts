import type { SupportConsent, SupportEntry, SupportVisit } from '@cusp/contract/support';
import type { SUPPORT_REASONS } from '@cusp/contract/support.routes';
import type { Selectable } from 'kysely';
import type { SupportGrantTable } from '../../platform/db/tables/support.ts';
import { nameOf } from '../people/person.present.ts';
import type { openedIn, SupportSessionRow } from './support.sql.ts';

type Reason = (typeof SUPPORT_REASONS)[number];

export const presentConsent = ({
  mode,
  sees_patients,
  until,
}: Selectable<SupportGrantTable>): SupportConsent => ({ mode, sees_patients, until: until.toISOString() });

/** An ended session ended early, or at its end time. */
const endOf = ({ ended_at, ends_at }: SupportSessionRow): Date | null =>
  ended_at && (!ends_at || ended_at < ends_at) ? ended_at : ends_at;

export const presentEntry = (row: SupportSessionRow, readerId: number): SupportEntry => ({
  id: row.id,
  state: row.state,
  staff: { id: row.staff_id, name: nameOf(row.staff) },
  subject: {
    id: row.subject_id,
    name: nameOf(row.subject),
    email: row.subject?.deleted_at === null ? row.email : '',
  },
  is_own: row.staff_id === readerId,
  reason_code: row.reason_code as Reason,
  reason: row.reason,
  ticket: row.ticket,
  mode: row.mode,
  sees_patients: row.sees_patients,
  by_consent: row.grant_id !== null,
  approved_by: row.approved_by === null ? null : nameOf(row.approver),
  requested_at: row.requested_at.toISOString(),
  started_at: row.started_at?.toISOString() ?? null,
  ends_at: endOf(row)?.toISOString() ?? null,
});

export function presentVisit(
  row: SupportSessionRow,
  opened: Awaited<ReturnType<typeof openedIn>>,
): SupportVisit {
  const own = opened.filter(({ session_id }) => session_id === row.session_id);
  const cases = new Map(own.flatMap(({ case_id, no }) => (case_id && no ? [[case_id, no] as const] : [])));
  return {
    id: row.id,
    is_running: row.state === 'running',
    staff: nameOf(row.staff),
    reason_code: row.reason_code as Reason,
    reason: row.reason,
    mode: row.mode,
    sees_patients: row.sees_patients,
    by_consent: row.grant_id !== null,
    started_at: (row.started_at ?? row.requested_at).toISOString(),
    ends_at: (endOf(row) ?? row.requested_at).toISOString(),
    calls: own.flatMap(({ call, count }) => (call ? [{ call, count }] : [])),
    cases: [...cases].map(([id, no]) => ({ id, no })),
  };
}
