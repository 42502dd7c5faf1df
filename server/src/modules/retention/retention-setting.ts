import type { setRetention as endpoint } from '@cusp/contract/retention';
import { EXPIRING_PAGE } from '@cusp/contract/retention.routes';
import { fullName } from '@cusp/text/names';
import { sql } from 'kysely';
import type * as z from 'zod';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { practiceIdOf } from '../case-access/circle.sql.ts';
import { casesVisibleTo } from '../case-access/visible-cases.sql.ts';
import { practiceOf } from '../privacy/practice.sql.ts';
import { defaultMonths } from './retention.sql.ts';

/** The retention period of a person's practice, and a page of the announcements. */
export async function showRetention({ db, config }: Services, { userId }: Actor, after?: string) {
  const practice = await practiceIdOf(db, userId);
  const setting = await db
    .selectFrom('app_user')
    .select(['retention_months', 'retention_version'])
    .where('id', '=', practice)
    .executeTakeFirstOrThrow();
  const announced = sql`case_retention as kept join dental_case on dental_case.id = case_id
    where practice_id = ${practice} and ${casesVisibleTo(userId)} and dental_case.updated_at = kept.counted_from`;
  const { rows } = await sql<{
    id: number;
    no: string;
    patient_first: string;
    patient_last: string;
    due: string;
  }>`
    select case_id as id, no, patient_first, patient_last, due_on::text as due from ${announced}
      and ${after ? sql`(due_on, case_id) > (${after.slice(0, 10)}::date, ${after.slice(11)}::bigint)` : sql`true`}
    order by due_on, case_id limit ${EXPIRING_PAGE + 1}
  `.execute(db);
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::integer as count from ${announced}
  `.execute(db);
  const page = rows.slice(0, EXPIRING_PAGE);
  const last = page.at(-1);
  return {
    months: setting.retention_months,
    default_months: await defaultMonths(db, config),
    version: setting.retention_version,
    may_change: practice === userId,
    cases: page.map(({ id, no, patient_first, patient_last, due }) => ({
      id,
      no,
      patient: fullName(patient_first, patient_last),
      due,
    })),
    count: counted[0]?.count ?? 0,
    next: last && rows.length > EXPIRING_PAGE ? `${last.due}-${last.id}` : null,
  };
}

/** Chooses for how long one's practice keeps cases. The next run of housekeeping announces the removals that follow. */
export async function setRetention(
  services: Services,
  actor: Actor,
  { months, version }: z.output<typeof endpoint.body>,
) {
  return inTransaction(services, actor, async (work) => {
    await practiceOf(work.tx, actor);
    const changed = await work.tx
      .updateTable('app_user')
      .set({ retention_months: months, retention_version: version + 1 })
      .where('id', '=', actor.userId)
      .where('retention_version', '=', version)
      .executeTakeFirstOrThrow();
    if (changed.numUpdatedRows === 0n) throw new Refusal('retention_changed');
    await work.audit({ action: 'retention_changed', detail: { months } });
    return { version: version + 1 };
  });
}
