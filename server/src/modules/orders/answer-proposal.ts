import { inOwnOrder } from '@cusp/text/unseen';
import { type Tx, transact } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { lockCase } from '../case-access/case-in-hand.sql.ts';
import { endOpenProposal, lastToEdit, openProposal } from '../cases/proposals.sql.ts';
import { nameOf } from '../people/person.present.ts';
import { orderOf, writeOrder } from './orders.sql.ts';
import { tellOfOrder } from './tell-of-order.ts';

interface Answer {
  caseId: number;
  proposalId: number;
  /** The version of the order that the proposal was shown for. */
  version: number;
  answer: 'accept' | 'decline';
  reason?: string | undefined;
}

/**
 * Accepts or declines a proposed change. What was answered, replaced or withdrawn meanwhile is refused, and nothing
 * applies. The same person's same answer again gets the same reply: the first one was lost.
 */
export async function answerProposal(services: Services, actor: Actor, input: Answer) {
  return transact(services.db, async (tx) => {
    const dentalCase = await lockCase(tx, actor.userId, input.caseId);
    const made = await known(tx, dentalCase.id, input.proposalId);
    if (dentalCase.side !== 'OT') throw new Refusal('forbidden');
    const isRepeated = made.ended_by === actor.userId && made.state === ENDED[input.answer];
    if (isRepeated && made.base_version === input.version)
      return { version: made.version ?? made.base_version };
    const open = await stillOpen(tx, dentalCase.id, input.proposalId);
    const { version } = await orderOf(tx, dentalCase.id);
    if (version !== input.version || version !== open.base_version) await refuseAsOver(tx, dentalCase.id);
    const endedBy = actor.userId;
    if (input.answer === 'decline') {
      const reason = inOwnOrder(input.reason ?? '');
      await endOpenProposal(tx, dentalCase.id, { state: 'declined', endedBy, reason });
      await tellOfOrder(tx, services, actor, { dentalCase, change: open.id, name: 'change_declined' });
      return { version };
    }
    const next = version + 1;
    await writeOrder(tx, dentalCase.id, { version: next, fields: open.fields });
    await endOpenProposal(tx, dentalCase.id, { state: 'accepted', endedBy, version: next });
    await tellOfOrder(tx, services, actor, { dentalCase, change: open.id, name: 'post_modified' });
    return { version: next };
  });
}

const ENDED = { accept: 'accepted', decline: 'declined' } as const;

/** Takes a proposed change back. */
export async function withdrawProposal(services: Services, actor: Actor, caseId: number, proposalId: number) {
  await transact(services.db, async (tx) => {
    const dentalCase = await lockCase(tx, actor.userId, caseId);
    await known(tx, dentalCase.id, proposalId);
    if (dentalCase.side === 'OT') throw new Refusal('forbidden');
    const open = await stillOpen(tx, dentalCase.id, proposalId);
    await endOpenProposal(tx, dentalCase.id, { state: 'withdrawn', endedBy: actor.userId });
    await tellOfOrder(tx, services, actor, { dentalCase, change: open.id, name: 'change_withdrawn' });
  });
  return {};
}

/** Refuses with `not_found` what was never proposed for this case. */
async function known(tx: Tx, caseId: number, proposalId: number) {
  return found(
    await tx
      .selectFrom('order_change')
      .select(['state', 'base_version', 'version', 'ended_by'])
      .where('id', '=', proposalId)
      .where('case_id', '=', caseId)
      .where('state', '<>', 'applied')
      .executeTakeFirst(),
  );
}

async function stillOpen(tx: Tx, caseId: number, proposalId: number) {
  const open = await openProposal(tx, caseId);
  if (open?.id !== proposalId || open.fields === null) return refuseAsOver(tx, caseId);
  return { ...open, fields: open.fields };
}

async function refuseAsOver(tx: Tx, caseId: number): Promise<never> {
  throw new Refusal('proposal_over', { changed_by: nameOf(await lastToEdit(tx, caseId)) });
}
