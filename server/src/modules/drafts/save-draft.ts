import type { SavedFields } from '@cusp/contract/draft-fields';
import { receivedChoices } from '@cusp/dental/connectors';
import { sql } from 'kysely';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { checkFields } from './check-fields.ts';
import { deviceColumns } from './device-of-draft.ts';
import { fieldsOf } from './drafts.present.ts';
import { columnsOf, draftRestorations, lockOwnCase, replaceRestorations } from './drafts.sql.ts';

/** Saves a draft if the version still matches; 409 if another window has saved or sent it. */
export async function saveDraft(
  services: Services,
  actor: Actor,
  input: { draftId: number; version: number; fields: SavedFields },
): Promise<{ version: number; updatedAt: string }> {
  return inTransaction(services, actor, async (work) => {
    const draft = await lockOwnCase(work.tx, actor.userId, input.draftId);
    if (draft.published_at || draft.version !== input.version) throw new Refusal('draft_changed');
    await checkFields(work.tx, actor.userId, input.fields, draft.recipient_id);
    const device = await deviceColumns(work.tx, actor.userId, input.fields.deviceId, draft);
    const shown = fieldsOf(draft, await draftRestorations(work.tx, draft.id));
    const fields = { ...input.fields, connectorChoices: receivedChoices(input.fields, shown) };
    const saved = await work.tx
      .updateTable('dental_case')
      .set({ ...columnsOf(fields), ...device, version: draft.version + 1, updated_at: sql`now()` })
      .where('id', '=', draft.id)
      .returning(['version', 'updated_at'])
      .executeTakeFirstOrThrow();
    await replaceRestorations(work.tx, draft.id, fields);
    return { version: saved.version, updatedAt: saved.updated_at.toISOString() };
  });
}
