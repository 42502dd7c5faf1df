import type { Connector, DraftFields, DraftRestoration } from '@cusp/contract/draft-fields';
import { firstUnfitChoice } from '@cusp/dental/connectors';
import { isFdi } from '@cusp/dental/teeth';
import type { DbOrTx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { isRecipient } from './recipients.sql.ts';

/**
 * Checks beyond the schema of the fields: teeth must exist, connectors be between neighbours of the order that can be
 * joined, each pair and layer once, and a newly chosen recipient must be an accepted connection. An earlier choice may stay until sending even if the connection has ended.
 */
export async function checkFields(
  db: DbOrTx,
  userId: number,
  fields: Partial<DraftFields>,
  chosenBefore: number | null,
): Promise<void> {
  const bad = (fields.restorations ?? []).findIndex(({ teeth }) => !teeth.every(isFdi));
  if (bad >= 0) throw new Refusal('invalid_input', `fields.restorations.${bad}.teeth`);
  refuseUnfitChoices(fields);
  const { recipientId } = fields;
  if (recipientId == null || recipientId === chosenBefore) return;
  if (!(await isRecipient(db, userId, recipientId)))
    throw new Refusal('recipient_not_connected', 'fields.recipientId');
}

/** Refuses a choice about units that are no neighbours of the order or cannot be joined, and a pair and layer that came before. */
export function refuseUnfitChoices({
  restorations = [],
  connectorChoices = [],
}: {
  restorations?: readonly Pick<DraftRestoration, 'type' | 'teeth'>[];
  connectorChoices?: readonly Connector[];
}): void {
  const unfit = firstUnfitChoice(restorations, connectorChoices);
  if (unfit) throw new Refusal('invalid_input', `fields.connectorChoices.${unfit.index}.${unfit.part}`);
}
