import { audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { record } from '../../platform/events/record.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { encodeId } from '../../platform/http/idb64.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import type { Services } from '../../platform/services.ts';
import { countInvitation } from '../invitations/invitation-limit.ts';
import { issueToken } from '../invitations/invitation-token.ts';
import { fullName, linkable, type Party } from '../invitations/people.sql.ts';
import { serverLocationParam } from '../invitations/server-location.ts';
import { invitationMark } from './accept-at-signup.ts';
import type { ConnectionRow } from './connections.sql.ts';

/**
 * Opens a request, locked by the caller, with a fresh token and mails it: to a person with an account the
 * accept page, to anybody else an invitation to sign up.
 */
export async function sendRequest(
  tx: Tx,
  services: Services,
  actor: Actor,
  { row, owner, target }: { row: ConnectionRow; owner: Party; target: Party | null },
): Promise<void> {
  await countInvitation(tx, services, owner.id, row.email_key);
  const { token, columns } = issueToken(services, 'connection', row);
  const userId = linkable(target);
  await tx
    .updateTable('connection')
    .set({ ...columns, status: 'REQD', user_id: userId, updated_at: new Date() })
    .where('id', '=', row.id)
    .execute();
  await record(tx, services.hub, actor, {
    name: 'contact_requested',
    audience: [owner.id, ...(userId === null ? [] : [userId])],
    ids: { connection: row.id },
  });
  await audit(tx, actor, {
    action: 'connection_changed',
    object: { type: 'connection', id: row.id },
    detail: { change: 'requested' },
  });
  await queueMail(tx, services.jobs, {
    template: target ? 'connection-request' : 'connection-invite',
    to: target?.email ?? row.email,
    userId,
    language: target?.language ?? owner.language,
    brand: target?.brand ?? owner.brand,
    params: {
      sender: fullName(owner),
      institution: owner.institution,
      message: row.message,
      link: target
        ? `/connections/accept/${encodeId(row.id)}/${token}?sid=${serverLocationParam(services)}`
        : `/signup?email=${encodeURIComponent(row.email)}#${invitationMark(row.id, token)}`,
    },
  });
}
