import type { supportOptions } from '@cusp/contract/support';
import type { SUPPORT_REASONS } from '@cusp/contract/support.routes';
import { sql } from 'kysely';
import type { output } from 'zod';
import type { DbOrTx } from '../../platform/db/database.ts';
import type { SupportMode } from '../../platform/db/tables/support.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { secondStepsOf } from '../identity/second-steps.sql.ts';
import { hashToken, newToken } from '../identity/sessions.ts';
import { nameOf } from '../people/person.present.ts';
import { isFresh, proveSelf } from '../security/prove-self.ts';
import { whyImpossible } from './support.policy.ts';
import { presentConsent, presentEntry } from './support.present.ts';
import { runningConsent, subjectById, supportRows } from './support.sql.ts';

/** A second step must not be older. */
export const STEP_UP_MINUTES = 5;
const LINK_MINUTES = 2;
const MAX_LISTED = 20;

interface Request {
  reason_code: (typeof SUPPORT_REASONS)[number];
  reason: string;
  ticket: string;
  mode: SupportMode;
  sees_patients: boolean;
  proof: { password?: string | undefined; code?: string | undefined };
}

/** Whether and how a staff member can act for an account, and the history. */
export async function readOptions(
  services: Services,
  actor: Actor,
  subjectId: number,
): Promise<output<(typeof supportOptions)['reply']>> {
  const { db } = services;
  const subject = found(await subjectById(db, subjectId));
  const [consent, log, proof] = await Promise.all([
    runningConsent(db, subjectId),
    supportRows(db).where('subject_id', '=', subjectId).limit(MAX_LISTED).execute(),
    proofOf(services, actor),
  ]);
  return {
    subject: { id: subject.id, name: nameOf(subject), email: subject.deleted_at ? '' : subject.email },
    impossible: whyImpossible(actor.userId, subject),
    consent: consent ? presentConsent(consent) : null,
    proof,
    log: log.map((row) => presentEntry(row, actor.userId)),
  };
}

async function proofOf(services: Services, actor: Actor) {
  const { appSince, passkeys } = await secondStepsOf(services.db, actor.userId);
  if (appSince) return 'code';
  return passkeys === 0 || (await isFresh(services, actor, STEP_UP_MINUTES)) ? 'password' : 'sign_in';
}

/** Asks to act for a customer; with a consent that covers it the link is created immediately. */
export async function askSupport(services: Services, actor: Actor, subjectId: number, request: Request) {
  await refuseImpossible(services.db, actor, subjectId);
  await proveSelf(services, actor, request.proof, STEP_UP_MINUTES);
  return inTransaction(services, actor, async (work) => {
    await refuseImpossible(work.tx, actor, subjectId);
    const consent = await runningConsent(work.tx, subjectId);
    const covers = consent !== undefined && (consent.mode === 'write' || request.mode === 'read');
    const { reason_code, reason, ticket, mode } = request;
    await work.tx
      .updateTable('support_session')
      .set({ ended_at: sql`now()`, end_reason: 'replaced' })
      .where('staff_id', '=', actor.userId)
      .where('subject_id', '=', subjectId)
      .where('started_at', 'is', null)
      .where('ended_at', 'is', null)
      .execute();
    const { id } = await work.tx
      .insertInto('support_session')
      .values({
        staff_id: actor.userId,
        subject_id: subjectId,
        reason_code,
        reason,
        ticket,
        mode,
        sees_patients: covers && request.sees_patients && consent.sees_patients,
        grant_id: covers ? consent.id : null,
        approved_by: null,
        approved_at: null,
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
    await work.audit({
      action: 'support_asked',
      object: { type: 'user', id: subjectId },
      detail: { support: id, mode, reason: reason_code, consent: covers },
    });
    if (!covers) return { id, state: 'waiting' as const, link: null };
    return { id, state: 'ready' as const, link: await makeLink(work, id) };
  });
}

async function refuseImpossible(db: DbOrTx, actor: Actor, subjectId: number) {
  const subject = found(await subjectById(db, subjectId));
  if (whyImpossible(actor.userId, subject)) throw new Refusal('support_impossible');
}

/** The address of the tab that begins a session; its token is in the fragment, so that no log has it. */
export async function makeLink(work: Work, id: number): Promise<string> {
  const token = newToken();
  await work.tx
    .updateTable('support_session')
    .set({
      link_hash: hashToken(token),
      link_until: sql<Date>`now() + make_interval(mins => ${LINK_MINUTES})`,
    })
    .where('id', '=', id)
    .execute();
  return `/support#${token}`;
}
