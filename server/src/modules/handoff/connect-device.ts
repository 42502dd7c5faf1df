import type { Handoff } from '@cusp/contract/handoff';
import { HANDOFF_CODE_MINUTES, HANDOFF_HOURS, MAX_HANDOFFS } from '@cusp/contract/handoff.routes';
import { PAGES } from '@cusp/contract/pages';
import { sql } from 'kysely';
import type { Actor, Doer, Visitor } from '../../platform/http/actor.ts';
import { found, Refusal, unlessRefused } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { lockCase, visibleCase } from '../case-access/case-in-hand.sql.ts';
import { deviceOf } from '../identity/device.ts';
import { hashToken, newToken } from '../identity/sessions.ts';
import { devicesOf, lockCode } from './handoff.sql.ts';

/** Creates the code that connects a second device to a case, replacing an unused one. */
export async function makeCode(services: Services, actor: Actor, caseId: number, origin: string) {
  const { sessionId } = actor;
  if (!sessionId) throw new Refusal('not_signed_in');
  const code = newToken();
  return inTransaction(services, actor, async (work) => {
    const dentalCase = await lockCase(work.tx, actor.userId, caseId);
    const connected = await devicesOf(services, work.tx, actor.userId);
    if (connected.length >= MAX_HANDOFFS) throw new Refusal('too_many_handoffs');
    await work.tx
      .deleteFrom('case_handoff')
      .where('session_id', '=', sessionId)
      .where('case_id', '=', dentalCase.id)
      .where('token_hash', 'is', null)
      .execute();
    const { id, code_expires_at } = await work.tx
      .insertInto('case_handoff')
      .values({
        user_id: actor.userId,
        case_id: dentalCase.id,
        session_id: sessionId,
        code_hash: hashToken(code),
        code_expires_at: sql<Date>`now() + make_interval(mins => ${HANDOFF_CODE_MINUTES})`,
        token_hash: null,
        opened_at: null,
        last_used_at: null,
        expires_at: null,
        ended_at: null,
      })
      .returning(['id', 'code_expires_at'])
      .executeTakeFirstOrThrow();
    await work.audit({ action: 'handoff_code_made', caseId: dentalCase.id, detail: { handoff: id } });
    return {
      id,
      url: `${origin}${PAGES.handoff}#${code}`,
      expires_date: code_expires_at.toISOString(),
    };
  });
}

/** Spends a code, once: returns the token for the device's cookie. The connection of `formerToken` ends. */
export async function openHandoff(
  services: Services,
  visitor: Visitor,
  { code, formerToken }: { code: string; formerToken: string | null },
) {
  const token = newToken();
  return inTransaction(services, visitor, async (work) => {
    const handoff = await lockCode(work.tx, hashToken(code));
    if (!handoff) throw new Refusal('handoff_code_invalid');
    if (handoff.presence !== 'home') throw new Refusal('server_is_wrong');
    const { user_id: userId, case_id: caseId, session_id: sessionId, id } = handoff;
    const dentalCase = await unlessRefused(visibleCase(work.tx, userId, caseId));
    if (!dentalCase) throw new Refusal('handoff_code_invalid');
    if (formerToken) await endFormer(work, formerToken);
    // Devices for several cases are connected one after the other, because they count together.
    await sql`select pg_advisory_xact_lock(hashtext('handoffs'), hashtext(${String(userId)}))`.execute(
      work.tx,
    );
    const connected = await devicesOf(services, work.tx, userId);
    if (connected.length >= MAX_HANDOFFS) throw new Refusal('too_many_handoffs');
    const { expires_at } = await work.tx
      .updateTable('case_handoff')
      .set({
        code_hash: null,
        token_hash: hashToken(token),
        user_agent: visitor.userAgent.slice(0, 400),
        opened_at: sql`now()`,
        last_used_at: sql`now()`,
        expires_at: sql`now() + make_interval(hours => ${HANDOFF_HOURS})`,
      })
      .where('id', '=', id)
      .returning(sql<Date>`expires_at`.as('expires_at'))
      .executeTakeFirstOrThrow();
    await work.as({ userId, sessionId }).audit({ action: 'handoff_opened', caseId, detail: { handoff: id } });
    await notifyPerson(work, { name: 'handoff_opened', userId, caseId });
    return { token, expiresAt: expires_at };
  });
}

/** Ends the earlier connection of a device. */
async function endFormer(work: Work<Visitor>, token: string): Promise<void> {
  const former = await work.tx
    .updateTable('case_handoff')
    .set({ ended_at: sql`now()`, token_hash: null })
    .where('token_hash', '=', hashToken(token))
    .returning(['id', 'user_id', 'case_id', 'session_id'])
    .executeTakeFirst();
  if (!former) return;
  const { id, user_id: userId, case_id: caseId, session_id: sessionId } = former;
  await work.as({ userId, sessionId }).audit({ action: 'handoff_ended', caseId, detail: { handoff: id } });
  await notifyPerson(work, { name: 'handoff_ended', userId, caseId });
}

/** Sends an event about the code to its owner, whose page shows it. */
const notifyPerson = (
  work: Work<Doer>,
  { name, userId, caseId }: { name: 'handoff_opened' | 'handoff_ended'; userId: number; caseId: number },
) => work.as({ userId, actionId: null }).record({ name, caseId, audience: [userId] });

/** The person's devices connected to a case. */
export async function listHandoffs(services: Services, actor: Actor, caseId: number): Promise<Handoff[]> {
  await visibleCase(services.db, actor.userId, caseId);
  const devices = await devicesOf(services, services.db, actor.userId, caseId);
  return devices.map(({ id, user_agent, opened_at, expires_at }) => ({
    id,
    ...deviceOf(user_agent),
    opened_date: opened_at.toISOString(),
    expires_date: expires_at.toISOString(),
  }));
}

/** Disconnects a device or withdraws its code. Throws `not_found` for another person's. */
export async function endHandoff(
  services: Services,
  actor: Pick<Actor, 'userId' | 'sessionId' | 'ip' | 'requestId'>,
  handoffId: string,
): Promise<void> {
  await inTransaction(services, actor, async (work) => {
    const ended = await work.tx
      .updateTable('case_handoff')
      .set({ ended_at: sql`now()`, code_hash: null, token_hash: null })
      .where('id', '=', handoffId)
      .where('user_id', '=', actor.userId)
      .where('ended_at', 'is', null)
      .returning('case_id')
      .executeTakeFirst();
    const { case_id: caseId } = found(ended);
    await work.audit({ action: 'handoff_ended', caseId, detail: { handoff: handoffId } });
    await notifyPerson(work, { name: 'handoff_ended', userId: actor.userId, caseId });
  });
}
