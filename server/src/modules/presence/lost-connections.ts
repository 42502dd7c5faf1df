import { CONNECTION_LOST_S } from '@cusp/contract/presence.routes';
import { sql } from 'kysely';
import type { Services } from '../../platform/services.ts';
import { visibleToCircle } from '../case-access/visible-cases.sql.ts';

interface Connection {
  userId: number;
  sessionId: string | null;
}

/**
 * A killed browser sends nothing, but its live connection breaks immediately. Its visits end if none of its pages sends
 * a heartbeat shortly afterwards; living pages reconnect by then.
 */
export class LostConnections {
  readonly #services: Services;
  readonly #waitMs: number;
  readonly #waiting = new Set<NodeJS.Timeout>();
  #closed = false;

  constructor(services: Services, waitMs = CONNECTION_LOST_S * 1000) {
    this.#services = services;
    this.#waitMs = waitMs;
  }

  /** Handles a broken connection. Requests a heartbeat from the person's other tabs. */
  async broke({ userId, sessionId }: Connection): Promise<void> {
    if (sessionId === null || this.#closed) return;
    await this.#try(async () => {
      const { rows } = await sql<{ case_id: number; at: string }>`
        select distinct case_id, now()::text as at from case_visit where session_id = ${sessionId}::uuid
      `.execute(this.#services.db);
      const [first] = rows;
      if (!first || this.#closed) return;
      for (const { case_id } of rows) this.#services.hub.broadcast(case_id, [userId]);
      const timer = setTimeout(() => {
        this.#waiting.delete(timer);
        void this.#try(() => endVisits(this.#services, sessionId, first.at));
      }, this.#waitMs);
      this.#waiting.add(timer);
    });
  }

  /** Handles the end of a session, which ends all of its pages. */
  async ended({ sessionId }: Connection): Promise<void> {
    if (sessionId === null || this.#closed) return;
    await this.#try(() => endVisits(this.#services, sessionId, 'infinity'));
  }

  close(): void {
    this.#closed = true;
    for (const timer of this.#waiting) clearTimeout(timer);
    this.#waiting.clear();
  }

  /** Failures here are harmless: silent visits expire. */
  async #try(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!this.#closed)
        this.#services.log.warn({ err: error }, 'could not end the visits of a lost connection; they expire');
    }
  }
}

/**
 * Ends the visits of a session without a heartbeat since a time, and notifies people who have the same cases open and
 * may see them.
 */
export async function endVisits({ db, hub }: Services, sessionId: string, since: string): Promise<void> {
  const { rows } = await sql<{ case_id: number; others: number[] }>`
    with gone as (
      delete from case_visit where session_id = ${sessionId}::uuid and seen_at <= ${since}::timestamptz
      returning case_id, user_id, visit
    )
    select gone.case_id, array_agg(distinct visit.user_id) as others
    from gone join case_visit as visit on visit.case_id = gone.case_id
    join dental_case on dental_case.id = gone.case_id
    where ${visibleToCircle(sql`circle_of(visit.user_id)`)}
    and not exists (
      select from gone as same
      where same.case_id = visit.case_id and same.user_id = visit.user_id and same.visit = visit.visit
    )
    group by gone.case_id
  `.execute(db);
  for (const { case_id, others } of rows) hub.broadcast(case_id, others);
}
