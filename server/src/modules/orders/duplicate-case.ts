import { DRAFT_LIMITS } from '@cusp/contract/limits';
import type { OrderFields } from '@cusp/contract/order-fields';
import { isRestorationType } from '@cusp/dental/restorations';
import type { Db } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { caseDetail } from '../cases/case-detail.sql.ts';
import { CatalogueNames } from '../cases/search-catalogue.ts';
import { createDraft } from '../drafts/create-draft.ts';
import { isRecipient } from '../drafts/recipients.sql.ts';
import { orderOf } from './orders.sql.ts';

/**
 * Begins a draft of the actor's own with the order and the patient of a case of their side. Files, scanner, delivery
 * date, appointment and confirmed contradictions are not copied, and the recipient only while the actor can send to
 * them.
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
      restorations: fields.restorations.map((each) => ({ ...each, toothText: '', meant: [] })),
      note: [...(await toothWords(db, actor, fields)), fields.note]
        .filter(Boolean)
        .join('\n')
        .slice(0, DRAFT_LIMITS.note),
      recipientId: isOpen ? recipientId : null,
      deliveryDate: null,
      appointment: null,
      scansFollow: false,
    },
  });
  return { id };
}

/**
 * The tooth words of a foreign order with their restorations, one line each. A draft has no place for them, so they go
 * into its note: the author would otherwise not see that the tooth of the first order is missing.
 */
async function toothWords(db: Db, { userId }: Actor, { restorations }: OrderFields): Promise<string[]> {
  const withWords = restorations.filter(({ toothText }) => toothText !== '');
  if (withWords.length === 0) return [];
  const { language } = await db
    .selectFrom('app_user')
    .select('language')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const names = await CatalogueNames.of(language);
  return withWords.map(
    ({ type, displayName, toothText }) =>
      `${isRestorationType(type) ? names.nameOf('types', type) : displayName || type}: ${toothText}`,
  );
}
