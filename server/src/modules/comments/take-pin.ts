import type { NewPin, PinPlace } from '@cusp/contract/pin';
import { isMeshName } from '@cusp/mesh/classify-scan';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';

interface KeptPin {
  pin: PinPlace;
  pin_file_id: number;
  pin_no: number;
}

/**
 * What a pin is kept as, with the next number of its case, whose row is held. Refuses what stands on no scan that the
 * case has now; an earlier version of one is right, somebody may look at it.
 */
export async function takePin(
  tx: Tx,
  caseId: number,
  pin: NewPin | null | undefined,
): Promise<KeptPin | undefined> {
  if (!pin) return undefined;
  const { file_id, ...place } = pin;
  const file = await tx
    .selectFrom('case_file')
    .select('filename')
    .where('id', '=', file_id)
    .where('case_id', '=', caseId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!file) throw new Refusal('comment_file_unknown', 'pin');
  if (!isMeshName(file.filename)) throw new Refusal('pin_not_on_scan', 'pin');
  const { last } = await tx
    .selectFrom('case_comment')
    .select((eb) => eb.fn.max('pin_no').as('last'))
    .where('case_id', '=', caseId)
    .executeTakeFirstOrThrow();
  return { pin: place, pin_file_id: file_id, pin_no: (last ?? 0) + 1 };
}
