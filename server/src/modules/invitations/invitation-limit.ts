import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';

/** Invitation mails in 24 hours, multiplied by `RATE_LIMIT_FACTOR`. */
export const INVITATION_LIMITS = { bySender: 50, bySenderToAddress: 3, toAddress: 10 } as const;

/**
 * Counts one invitation mail, or refuses it. The caller holds the lock on the sender, so that two concurrent requests
 * cannot both use the last one.
 */
export async function countInvitation(
  tx: Tx,
  { config }: Services,
  senderId: number,
  emailKey: string,
): Promise<void> {
  const { rows } = await sql<{ by_sender: number; by_sender_to_address: number; to_address: number }>`
    select
      count(*) filter (where sender_id = ${senderId})::int as by_sender,
      count(*) filter (where sender_id = ${senderId} and email_key = ${emailKey})::int as by_sender_to_address,
      count(*) filter (where email_key = ${emailKey})::int as to_address
    from invitation_mail
    where sent_at > now() - interval '24 hours' and (sender_id = ${senderId} or email_key = ${emailKey})
  `.execute(tx);
  const sent = rows[0];
  const isFull = (count: number, limit: number) =>
    config.rateLimitFactor > 0 && count >= limit * config.rateLimitFactor;
  if (
    sent &&
    (isFull(sent.by_sender, INVITATION_LIMITS.bySender) ||
      isFull(sent.by_sender_to_address, INVITATION_LIMITS.bySenderToAddress) ||
      isFull(sent.to_address, INVITATION_LIMITS.toAddress))
  )
    throw new Refusal('too_many_requests');
  await tx.insertInto('invitation_mail').values({ sender_id: senderId, email_key: emailKey }).execute();
}

/** Removes expired counts. */
export async function tidyInvitations({ db }: Services): Promise<void> {
  await db
    .deleteFrom('invitation_mail')
    .where('sent_at', '<', sql<Date>`now() - interval '24 hours'`)
    .execute();
}
