import { sql } from 'kysely';
import { planAppointment } from '../modules/appointments/plan-appointments.ts';
import type { Tx } from '../platform/db/database.ts';
import { NOBODY } from '../platform/http/actor.ts';
import type { Services } from '../platform/services.ts';
import { inTransaction } from '../platform/work.ts';

const HOUR_MS = 3600 * 1000;
const TURNAROUND_DAYS = 10;

/**
 * Shifts all events of a case to its day: sent then, each later step some hours after the previous one, never in the
 * future. The delivery date and appointments follow
 * from the day of sending.
 */
export async function moveToThePast(
  services: Services,
  caseId: number,
  sentAt: Date,
  index: number,
): Promise<void> {
  const room = Date.now() - sentAt.getTime();
  await inTransaction(services, NOBODY, async (work) => {
    const events = await work.tx
      .selectFrom('event')
      .select(['id', 'name', 'ids'])
      .where('case_id', '=', caseId)
      .orderBy('id')
      .execute();
    const step = Math.min((5 + (index % 7)) * HOUR_MS, room / (events.length + 1));
    let last = sentAt;
    for (const [place, { id, ids }] of events.entries()) {
      last = new Date(sentAt.getTime() + place * step);
      await work.tx.updateTable('event').set({ at: last }).where('id', '=', id).execute();
      const commentId = ids.comment;
      if (typeof commentId === 'number') {
        await work.tx
          .updateTable('case_comment')
          .set({ created_at: last, updated_at: last })
          .where('id', '=', commentId)
          .execute();
      }
    }
    await work.tx
      .updateTable('dental_case')
      .set({
        created_at: new Date(sentAt.getTime() - HOUR_MS),
        published_at: sentAt,
        updated_at: last,
        completed_at: sql`case when completed_at is not null then ${last}::timestamptz end`,
        delivery_date: sql<string>`(${sentAt}::timestamptz + make_interval(days => ${TURNAROUND_DAYS}))::date`,
        // In every third case the patient has an appointment two days later.
        appointment: sql<
          string | null
        >`case when ${index % 3 === 0} then (${sentAt}::timestamptz + make_interval(days => ${TURNAROUND_DAYS + 2}))::date end`,
      })
      .where('id', '=', caseId)
      .execute();
    await work.tx
      .updateTable('case_file')
      .set({ created_at: sentAt, announced_at: sentAt })
      .where('case_id', '=', caseId)
      .execute();
    await planAppointment(work.tx, caseId);
    await forgetOldNotices(work.tx, caseId);
  });
}

/** The inboxes of the demo contain the events of the last hours, as if people had processed earlier ones. */
async function forgetOldNotices(tx: Tx, caseId: number): Promise<void> {
  const old = sql`select id from event where case_id = ${caseId} and at < now() - interval '6 hours'`;
  await sql`delete from pgboss.job where name = 'notices' and (data->>'eventId')::bigint in (${old})`.execute(
    tx,
  );
  await sql`delete from inbox_item where event_id in (${old})`.execute(tx);
}
