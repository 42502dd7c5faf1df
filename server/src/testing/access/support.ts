import { createUser } from '../factories.ts';
import { supportClient } from '../support.ts';
import type { TestApp } from '../test-app.ts';
import type { People } from './personas.ts';

export interface Support {
  /** A request or a running session about the author; `by` is the requester, otherwise a new staff member. */
  newSupport(state: 'waiting' | 'approved' | 'running', by?: keyof People): Promise<{ id: number }>;
}

export const supportOf = (t: TestApp, people: People): Support => ({
  async newSupport(state, by) {
    const staff = by ? people[by] : await createUser(t.services, { is_staff: true });
    if (state === 'running') {
      const { id } = await supportClient(t, staff, people.author);
      return { id };
    }
    const isApproved = state === 'approved';
    const colleague = isApproved ? await createUser(t.services, { is_staff: true }) : null;
    return t.services.db
      .insertInto('support_session')
      .values({
        staff_id: staff.id,
        subject_id: people.author.id,
        reason_code: 'problem',
        reason: 'Scans do not open here',
        mode: 'read',
        grant_id: null,
        approved_by: colleague?.id ?? null,
        approved_at: isApproved ? new Date() : null,
        link_hash: null,
        link_until: null,
        staff_session_id: null,
        session_id: null,
        started_at: null,
        ends_at: null,
        ended_at: null,
        end_reason: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  },
});
