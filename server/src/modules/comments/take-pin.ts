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
 * The stored form of a pin, with the next number of its case, whose row is locked. Throws if the pin is not on a scan
 * of the case. Earlier versions are allowed because somebody may be looking at one.
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
