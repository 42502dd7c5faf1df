import type { Tx } from '../../platform/db/database.ts';
import { decodeId, encodeId } from '../../platform/http/idb64.ts';
import { tokenFits } from '../invitations/invitation-token.ts';

/** How the link to the sign-up form identifies its request; behind `#`, so that no server logs it. */
export const invitationMark = (connectionId: number, token: string): string =>
  `${encodeId(connectionId)}.${token}`;

/**
 * Notes that a person signs up by the link mailed to their address: the request is accepted, and activation connects.
 * Ignored if it matches no open request; the request then waits for an answer.
 */
export async function acceptAtSignup(tx: Tx, user: { email_key: string }, mark: string): Promise<void> {
  const [idb64 = '', token = ''] = mark.split('.');
  const id = decodeId(idb64);
  if (id === null || token === '') return;
  const row = await tx
    .selectFrom('connection')
    .select(['id', 'email_key', 'status', 'token_hash', 'token_expires_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row?.status !== 'REQD' || row.email_key !== user.email_key || !tokenFits(row, token)) return;
  await tx.updateTable('connection').set({ accepted_at_signup: true }).where('id', '=', row.id).execute();
}
