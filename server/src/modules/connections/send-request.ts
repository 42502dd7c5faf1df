import { encodeId } from '../../platform/http/idb64.ts';
import type { Work } from '../../platform/work.ts';
import { countInvitation } from '../invitations/invitation-limit.ts';
import { issueToken } from '../invitations/invitation-token.ts';
import { fullName, linkable, type Party } from '../invitations/people.sql.ts';
import { serverLocationParam } from '../invitations/server-location.ts';
import { invitationMark } from './accept-at-signup.ts';
import type { ConnectionRow } from './connections.sql.ts';

/**
 * Opens a request, locked by the caller, with a new token and mails it: the accept page to a person with an account,
 * otherwise an invitation to sign up.
 */
export async function sendRequest(
  work: Work,
  { row, owner, target }: { row: ConnectionRow; owner: Party; target: Party | null },
): Promise<void> {
  await countInvitation(work.tx, work.services, owner.id, row.email_key);
  const { token, columns } = issueToken(work.services, 'connection', row);
  const userId = linkable(target);
  await work.tx
    .updateTable('connection')
    .set({ ...columns, status: 'REQD', user_id: userId, updated_at: new Date() })
    .where('id', '=', row.id)
    .execute();
  await work.record({
    name: 'contact_requested',
    audience: [owner.id, ...(userId === null ? [] : [userId])],
    ids: { connection: row.id },
  });
  await work.audit({
    action: 'connection_changed',
    object: { type: 'connection', id: row.id },
    detail: { change: 'requested' },
  });
  const { language, brand } = target ?? owner;
  const reader = { id: userId, email: target?.email ?? row.email, language, brand };
  await work.mail(reader, target ? 'connection-request' : 'connection-invite', {
    sender: fullName(owner),
    institution: owner.institution,
    message: row.message,
    link: target
      ? `/connections/accept/${encodeId(row.id)}/${token}?sid=${serverLocationParam(work.services)}`
      : `/signup?email=${encodeURIComponent(row.email)}#${invitationMark(row.id, token)}`,
  });
}
