import type { DraftFields } from '@cusp/contract/draft-fields';
import type { Draft } from '@cusp/contract/drafts';
import type { Tx } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { newCaseNumber } from '../cases/case-number.ts';
import { checkFields } from './check-fields.ts';
import { deviceColumns } from './device-of-draft.ts';
import { columnsOf, replaceRestorations } from './drafts.sql.ts';
import { readDraft } from './read-drafts.ts';

const TRIES = 8;

/** Creates a draft. The same key returns the existing draft in its current state; the key of a sent case is refused. */
export async function createDraft(
  services: Services,
  actor: Actor,
  input: { key: string; fields: Partial<DraftFields> },
): Promise<Draft> {
  const id = await inTransaction(services, actor, async (work) => {
    await checkFields(work.tx, actor.userId, input.fields, null);
    const device = await deviceColumns(work.tx, actor.userId, input.fields.deviceId, null);
    for (let tried = 0; tried < TRIES; tried += 1) {
      const made = await work.tx
        .insertInto('dental_case')
        .values({
          ...EMPTY,
          ...columnsOf(input.fields),
          ...device,
          no: newCaseNumber(services.config.region),
          client_key: input.key,
          author_id: actor.userId,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      if (made) {
        await replaceRestorations(work.tx, made.id, {
          restorations: input.fields.restorations ?? [],
          connectorChoices: input.fields.connectorChoices ?? [],
        });
        return made.id;
      }
      const known = await draftOfKey(work.tx, actor.userId, input.key);
      if (known) return known;
      // The number is taken; numbers are random, so another attempt succeeds.
    }
    throw new Error('no free case number found');
  });
  return readDraft(services, actor, id);
}

async function draftOfKey(tx: Tx, userId: number, key: string): Promise<number | null> {
  const row = await tx
    .selectFrom('dental_case')
    .select(['id', 'published_at'])
    .where('author_id', '=', userId)
    .where('client_key', '=', key)
    .executeTakeFirst();
  if (row?.published_at) throw new Refusal('conflict', 'key');
  return row?.id ?? null;
}

const EMPTY = {
  recipient_id: null,
  assignee_id: null,
  prev_status: null,
  patient_sex: null,
  patient_birth: null,
  delivery_date: null,
  published_at: null,
};
