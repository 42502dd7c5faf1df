import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { endSessions } from '../identity/sessions.ts';
import { loadUser } from '../identity/user.sql.ts';
import { nameOf } from '../people/person.present.ts';
import { proveSelf } from '../security/prove-self.ts';
import { refuseOwnRequest, requireApprovable } from '../staff-requests/approve-request.ts';
import { makeLink, STEP_UP_MINUTES } from './ask-support.ts';
import { notifySupport } from './notify-support.ts';
import { whyImpossible } from './support.policy.ts';
import { stillCounts, subjectById, supportRows } from './support.sql.ts';

type Proof = Parameters<typeof proveSelf>[2];

const OPEN_MOST = 100;
const LATEST_MOST = 50;

/** Waiting requests, unopened links and running sessions, and the latest of the others. */
export async function readRequests({ db }: Services) {
  const rows = await supportRows(db)
    .limit(OPEN_MOST + LATEST_MOST)
    .execute();
  const isOpen = ({ state }: (typeof rows)[number]) =>
    state === 'waiting' || state === 'approved' || state === 'ready' || state === 'running';
  return { open: rows.filter(isOpen), latest: rows.filter((row) => !isOpen(row)).slice(0, LATEST_MOST) };
}

/** Approves the request of a colleague; the customer gets a mail at once. */
export async function approveSupport(services: Services, actor: Actor, id: number, proof: Proof) {
  const asked = found(await byId(services.db, id));
  refuseOwnRequest(actor, { requested_by: asked.staff_id });
  await proveSelf(services, actor, proof, STEP_UP_MINUTES);
  await inTransaction(services, actor, async (work) => {
    const request = await lockWaiting(work.tx, id, stillCounts('requested_at'));
    const { staff_id: requested_by, approved_by } = request;
    await requireApprovable(work.tx, actor, { requested_by, approved_by });
    const subject = found(await subjectById(work.tx, request.subject_id));
    if (whyImpossible(requested_by, subject)) throw new Refusal('support_impossible');
    await work.tx
      .updateTable('support_session')
      .set({ approved_by: actor.userId, approved_at: sql`now()` })
      .where('id', '=', id)
      .execute();
    await work.audit({
      action: 'support_approved',
      object: { type: 'user', id: subject.id },
      detail: { support: id, asked_by: requested_by },
    });
    const sender = nameOf(await loadUser(work.tx, requested_by));
    await notifySupport(work, subject, 'support-approved', { sender });
  });
}

/** Refuses a request that has not begun; the requester withdraws their own the same way. */
export async function refuseSupport(services: Services, actor: Actor, id: number) {
  await inTransaction(services, actor, async (work) => {
    const request = await lockWaiting(work.tx, id, sql<boolean>`true`);
    const end_reason = request.staff_id === actor.userId ? 'withdrawn' : 'refused';
    await work.tx
      .updateTable('support_session')
      .set({ ended_at: sql`now()`, end_reason, link_hash: null, link_until: null })
      .where('id', '=', id)
      .execute();
    await work.audit({
      action: 'support_refused',
      object: { type: 'user', id: request.subject_id },
      detail: { support: id, asked_by: request.staff_id },
    });
  });
}

/** The link to an own session that a colleague approved. */
export async function linkSupport(services: Services, actor: Actor, id: number, proof: Proof) {
  const asked = found(await byId(services.db, id));
  if (asked.staff_id !== actor.userId) throw new Refusal('not_found');
  await proveSelf(services, actor, proof, STEP_UP_MINUTES);
  return inTransaction(services, actor, async (work) => {
    const request = await lockWaiting(work.tx, id, stillCounts('approved_at'));
    if (request.approved_by === null) throw new Refusal('support_not_waiting');
    return makeLink(work, id);
  });
}

/** Ends a running session; any staff member with the flag may. */
export async function endSupport(services: Services, actor: Actor, id: number) {
  await inTransaction(services, actor, async (work) => {
    const row = found(await byId(work.tx, id));
    if (!row.session_id || row.ended_at) throw new Refusal('support_not_waiting');
    await endSessions(work, { sessionId: row.session_id }, 'ended by staff');
    await work.audit({
      action: 'support_ended',
      object: { type: 'user', id: row.subject_id },
      detail: { support: id, asked_by: row.staff_id },
    });
  });
}

const byId = (db: Parameters<typeof subjectById>[0], id: number) =>
  db.selectFrom('support_session').selectAll().where('id', '=', id).executeTakeFirst();

/** A request that has neither begun nor ended, locked. */
async function lockWaiting(tx: Tx, id: number, counts: RawBuilder<boolean>) {
  const request = await tx
    .selectFrom('support_session')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  const isInTime = await tx
    .selectFrom('support_session')
    .select('id')
    .where('id', '=', id)
    .where(counts)
    .executeTakeFirst();
  if (!found(request).ended_at && !request?.started_at && isInTime && request) return request;
  throw new Refusal('support_not_waiting');
}
