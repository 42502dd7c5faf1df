import type { Orientation } from '@cusp/contract/orientation';
import { sql } from 'kysely';
import { compiled } from '../../platform/db/compiled.ts';
import type { DbOrTx } from '../../platform/db/database.ts';
import { found } from '../../platform/http/refusal.ts';
import { shippedAt } from '../case-access/appointment-risk.sql.ts';
import { sideOf } from '../case-access/case-access.policy.ts';
import { hasShareGroup } from '../case-access/circle.sql.ts';
import { hasOneCopy } from '../case-access/copies.sql.ts';
import { casesVisibleTo } from '../case-access/visible-cases.sql.ts';
import { calendarSql } from '../case-access/work-calendar.sql.ts';
import { isCaseLocked } from '../devices/lock.sql.ts';
import { personJson } from '../people/person.sql.ts';
import { proposalOf } from './proposals.sql.ts';

export interface RestorationRow {
  id: number;
  type: string;
  display_name: string;
  teeth: number[];
  tooth_text: string;
  arch: 'upper' | 'lower' | null;
  material: string;
  shade: string;
  stump_shade: string;
  meant: string[];
}

const restorationsOf = sql<RestorationRow[]>`coalesce((
  select json_agg(json_build_object(
    'id', r.id, 'type', r.type, 'display_name', r.display_name, 'teeth', r.teeth, 'tooth_text', r.tooth_text,
    'arch', r.arch, 'material', r.material, 'shade', r.shade, 'stump_shade', r.stump_shade, 'meant', r.meant
  ) order by r.position)
  from restoration as r where r.case_id = dental_case.id
), '[]'::json)`;

const orientationOf = sql<Orientation | null>`(
  select orientation from case_orientation where case_orientation.case_id = dental_case.id
)`;

type Which = { id: number } | { no: string };

/** Everything the detail shows of a case except its files and comments, in one query; throws if it is not visible. */
export async function caseDetail(db: DbOrTx, userId: number, which: Which) {
  const [row] =
    'id' in which
      ? await detailById(db, { userId, id: which.id })
      : await detailByNo(db, { userId, no: which.no });
  return found(row);
}

const detailById = compiled((db, { userId, id }: { userId: number; id: number }) =>
  details(db, userId).where('dental_case.id', '=', id),
);
const detailByNo = compiled((db, { userId, no }: { userId: number; no: string }) =>
  details(db, userId).where('dental_case.no', '=', no),
);

function details(db: DbOrTx, userId: number) {
  return db
    .selectFrom('dental_case')
    .innerJoin('app_user as author', 'author.id', 'dental_case.author_id')
    .innerJoin('app_user as recipient', 'recipient.id', 'dental_case.recipient_id')
    .leftJoin('app_user as assignee', 'assignee.id', 'dental_case.assignee_id')
    .select([
      'dental_case.id',
      'dental_case.no',
      'dental_case.status',
      'dental_case.prev_status',
      'dental_case.patient_first',
      'dental_case.patient_last',
      'dental_case.patient_sex',
      'dental_case.patient_birth',
      'dental_case.number_sys',
      'dental_case.delivery_date',
      'dental_case.appointment',
      'dental_case.note',
      'dental_case.connector_choices',
      'dental_case.no_restoration_reason',
      'dental_case.scans_follow',
      'dental_case.created_at',
      'dental_case.updated_at',
      'dental_case.order_version',
    ])
    .select([
      calendarSql(sql`dental_case.recipient_id`).as('calendar_choice'),
      shippedAt.as('shipped_at'),
      sql<Date>`dental_case.published_at`.as('published_at'),
      isCaseLocked.as('from_locked_device'),
      sideOf(userId).as('side'),
      hasOneCopy.as('other_side_deleted'),
      hasShareGroup(userId).as('has_group'),
      personJson('author').as('author'),
      personJson('recipient').as('recipient'),
      personJson('assignee').as('assignee'),
      restorationsOf.as('restorations'),
      orientationOf.as('orientation'),
      proposalOf.as('proposal'),
    ])
    .where(casesVisibleTo(userId));
}

export type CaseDetailRow = Awaited<ReturnType<typeof caseDetail>>;
