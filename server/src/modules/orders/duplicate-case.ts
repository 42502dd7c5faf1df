import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { caseDetail } from '../cases/case-detail.sql.ts';
import { createDraft } from '../drafts/create-draft.ts';
import { isRecipient } from '../drafts/recipients.sql.ts';
import { orderOf } from './orders.sql.ts';

/**
 * Begins a draft of the actor's own with the order and the patient of a case of their side. Files, scanner, delivery
 * date, appointment and confirmed contradictions are not copied, and the recipient only while the actor can send to them.
 */
export async function duplicateCase(
  services: Services,
  actor: Actor,
  { caseId, key }: { caseId: number; key: string },
): Promise<{ id: number }> {
  const { db } = services;
  const row = await caseDetail(db, actor.userId, { id: caseId });
  if (row.side === 'OT') throw new Refusal('forbidden');
  const { fields } = await orderOf(db, row.id);
  const recipientId = row.recipient?.id ?? null;
  const isOpen = recipientId !== null && (await isRecipient(db, actor.userId, recipientId));
  const { id } = await createDraft(services, actor, {
    key,
    fields: {
      ...fields,
      restorations: fields.restorations.map((each) => ({ ...each, meant: [] })),
      recipientId: isOpen ? recipientId : null,
      deliveryDate: null,
      appointment: null,
      scansFollow: false,
    },
  });
  return { id };
}
