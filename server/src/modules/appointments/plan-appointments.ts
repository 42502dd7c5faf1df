import { planOf } from '@cusp/dental/appointments';
import { scannedJaw } from '@cusp/mesh/classify-scan';
import { shownBy } from '@cusp/text/zones';
import { sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import { eachApart } from '../../platform/jobs/each-apart.ts';
import type { Services } from '../../platform/services.ts';
import { hasOpenAppointment } from '../case-access/appointment-risk.sql.ts';
import { calendarOf } from '../case-access/work-calendar.sql.ts';
import { type FileRow, filesOf } from '../files/files.sql.ts';
import { scanOfFile } from '../files/scan-of-file.ts';

/** Cases of one run. */
const CASES = 1000;
/** The practice may have changed its calendar, or the recipient their group, by then. */
const KEPT = sql`interval '1 day'`;

interface Sent {
  published_at: Date;
  scans_follow: boolean;
}

/** When the lab had the order and, if they were announced, the scans of both jaws; null while some are missing. */
export function readyAt({ published_at, scans_follow }: Sent, files: readonly FileRow[]): Date | null {
  if (!scans_follow) return published_at;
  const moments = (['upper', 'lower'] as const).map((jaw) => {
    const scans = files.filter(
      (file) => scannedJaw({ filename: file.filename, scan: scanOfFile(file) }) === jaw,
    );
    return scans.length > 0 ? Math.min(...scans.map(({ createdAt }) => createdAt.getTime())) : null;
  });
  if (moments.includes(null)) return null;
  return new Date(Math.max(published_at.getTime(), ...moments.filter((moment) => moment !== null)));
}

/**
 * The current offset of a zone in PostgreSQL's notation, for names that PostgreSQL lacks. It follows clock changes once
 * a day.
 */
export function offsetNow(zone: string, now = new Date()): string {
  const seconds = Math.floor(now.getTime() / 1000) * 1000;
  const minutes = Math.round((shownBy(zone, seconds) - seconds) / 60_000);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const clock = `${hours}:${String(rest).padStart(2, '0')}`;
  // POSIX offsets are positive to the west.
  return `<lab>${minutes > 0 ? '-' : '+'}${clock}`;
}

/** Stores the last days of the steps before the appointment of a sent case, for lists and notices. */
export async function planAppointment(db: DbOrTx, caseId: number): Promise<void> {
  const row = await db
    .selectFrom('dental_case')
    .select(['appointment', 'author_id', 'recipient_id', 'author_removed_at', 'published_at', 'scans_follow'])
    .where('id', '=', caseId)
    .executeTakeFirst();
  if (!row?.published_at || row.appointment === null || row.recipient_id === null) {
    await db.deleteFrom('appointment_plan').where('case_id', '=', caseId).execute();
    return;
  }
  const { appointment, published_at, scans_follow } = row;
  const reader = row.author_removed_at === null ? row.author_id : row.recipient_id;
  const files = scans_follow ? await filesOf(db, reader, caseId) : [];
  const calendar = await calendarOf(db, row.recipient_id);
  const { sendUntil, shipUntil } = planOf(appointment, calendar);
  const values = {
    appointment,
    send_until: sendUntil,
    ship_until: shipUntil,
    zone: sql<string>`known_zone(${calendar.zone}, ${offsetNow(calendar.zone)})`,
    ready_at: readyAt({ published_at, scans_follow }, files),
    planned_at: sql<Date>`now()`,
  };
  await db
    .insertInto('appointment_plan')
    .values({ case_id: caseId, ...values })
    .onConflict((conflict) => conflict.column('case_id').doUpdateSet(values))
    .execute();
}

/**
 * Replans cases that an older server planned without a zone, that wait for scans, whose calendar changed, that arrived
 * from the other region, and all others once a day.
 */
export async function planAppointments(services: Services): Promise<void> {
  const { db } = services;
  const { rows } = await sql<{ id: number }>`
    select dental_case.id from dental_case
    left join appointment_plan as plan on plan.case_id = dental_case.id
    where ${hasOpenAppointment} and dental_case.appointment > current_date - 2 and (
      plan.case_id is null or plan.zone is null or plan.ready_at is null or plan.planned_at < now() - ${KEPT}
    )
    order by plan.planned_at nulls first limit ${CASES}
  `.execute(db);
  await eachApart(services, {
    items: rows,
    // Fails when the case is purged at the same time.
    run: ({ id }) => planAppointment(db, id),
    problem: 'could not plan an appointment yet',
    about: ({ id }) => ({ caseId: id }),
  });
}
