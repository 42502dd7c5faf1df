import type { DraftFields } from '@cusp/contract/draft-fields';
import { isFdi } from '@cusp/dental/teeth';
import type { DbOrTx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { isRecipient } from './recipients.sql.ts';

/**
 * Checks beyond the schema of the fields: teeth must exist, and a newly chosen recipient must be an accepted
 * connection. An earlier choice may stay until sending even if the connection has ended.
 */
export async function checkFields(
  db: DbOrTx,
  userId: number,
  fields: Partial<DraftFields>,
  chosenBefore: number | null,
): Promise<void> {
  const bad = (fields.restorations ?? []).findIndex(({ teeth }) => !teeth.every(isFdi));
  if (bad >= 0) throw new Refusal('invalid_input', `fields.restorations.${bad}.teeth`);
  const { recipientId } = fields;
  if (recipientId == null || recipientId === chosenBefore) return;
  if (!(await isRecipient(db, userId, recipientId)))
    throw new Refusal('recipient_not_connected', 'fields.recipientId');
}
