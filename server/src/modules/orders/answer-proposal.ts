import { inOwnOrder } from '@cusp/text/unseen';
import type { Tx } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { lockCase } from '../case-access/case-in-hand.sql.ts';
import { endOpenProposal, lastToEdit, openProposal } from '../cases/proposals.sql.ts';
import { nameOf } from '../people/person.present.ts';
import { notifyOrder } from './notify-order.ts';
import { orderOf, writeOrder } from './orders.sql.ts';

interface Answer {
  caseId: number;
  proposalId: number;
  /** The version of the order for which the proposal was shown. */
  version: number;
  answer: 'accept' | 'decline';
  reason?: string | undefined;
}

/**
 * Accepts or declines a proposal. Throws if it has been answered, replaced or withdrawn. A repeated identical answer of
 * the same person gets the same reply, because the first may have been lost.
 */
export async function answerProposal(services: Services, actor: Actor, input: Answer) {
  return inTransaction(services, actor, async (work) => {
    const dentalCase = await lockCase(work.tx, actor.userId, input.caseId);
    const made = await known(work.tx, dentalCase.id, input.proposalId);
    if (dentalCase.side !== 'OT') throw new Refusal('forbidden');
    const isRepeated = made.ended_by === actor.userId && made.state === ENDED[input.answer];
    if (isRepeated && made.base_version === input.version)
      return { version: made.version ?? made.base_version };
    const open = await stillOpen(work.tx, dentalCase.id, input.proposalId);
    const { version } = await orderOf(work.tx, dentalCase.id);
    if (version !== input.version || version !== open.base_version)
      await refuseAsOver(work.tx, dentalCase.id);
    const endedBy = actor.userId;
    if (input.answer === 'decline') {
      const reason = inOwnOrder(input.reason ?? '');
      await endOpenProposal(work.tx, dentalCase.id, { state: 'declined', endedBy, reason });
      await notifyOrder(work, { dentalCase, change: open.id, name: 'change_declined' });
      return { version };
    }
    const next = version + 1;
    await writeOrder(work.tx, dentalCase.id, { version: next, fields: open.fields });
    await endOpenProposal(work.tx, dentalCase.id, { state: 'accepted', endedBy, version: next });
    await notifyOrder(work, { dentalCase, change: open.id, name: 'post_modified' });
    return { version: next };
  });
}

const ENDED = { accept: 'accepted', decline: 'declined' } as const;

/** Withdraws a proposal. The same person may ask again, because the first reply may have been lost. */
export async function withdrawProposal(services: Services, actor: Actor, caseId: number, proposalId: number) {
  await inTransaction(services, actor, async (work) => {
    const dentalCase = await lockCase(work.tx, actor.userId, caseId);
    const made = await known(work.tx, dentalCase.id, proposalId);
    if (dentalCase.side === 'OT') throw new Refusal('forbidden');
    if (made.state === 'withdrawn' && made.ended_by === actor.userId) return;
    const open = await stillOpen(work.tx, dentalCase.id, proposalId);
    await endOpenProposal(work.tx, dentalCase.id, { state: 'withdrawn', endedBy: actor.userId });
    await notifyOrder(work, { dentalCase, change: open.id, name: 'change_withdrawn' });
  });
  return {};
}

/** Throws `not_found` for a proposal that never existed in this case. */
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
