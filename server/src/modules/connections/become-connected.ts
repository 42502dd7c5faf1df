import { audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { record } from '../../platform/events/record.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import type { Services } from '../../platform/services.ts';
import { peopleAround } from '../case-access/circle.sql.ts';
import { NO_TOKEN } from '../invitations/invitation-token.ts';
import { fullName, type Party } from '../invitations/people.sql.ts';
import type { ConnectionRow } from './connections.sql.ts';

interface Accepted {
  row: ConnectionRow;
  owner: Party;
  invited: Party;
  /** The invited person's own name for it, when they gave one. */
  alias?: string;
}

/** Turns an open request, locked by the caller, into a connection and tells everybody around both. */
export async function becomeConnected(
  tx: Tx,
  services: Services,
  actor: Actor,
  { row, owner, invited, alias }: Accepted,
): Promise<void> {
  await tx
    .updateTable('connection')
    .set({
      status: 'ACCD',
      user_id: invited.id,
      user_alias: alias || row.user_alias,
      accepted_at_signup: false,
      ...NO_TOKEN,
      updated_at: new Date(),
    })
    .where('id', '=', row.id)
    .execute();
  await record(tx, services.hub, actor, {
    name: 'contact_accepted',
    audience: await peopleAround(tx, [owner.id, invited.id]),
    ids: { connection: row.id },
  });
  await audit(tx, actor, {
    action: 'connection_changed',
    object: { type: 'connection', id: row.id },
    detail: { change: 'accepted' },
  });
  await queueMail(tx, services.jobs, {
    template: 'connection-accepted',
    to: owner.email,
    userId: owner.id,
    language: owner.language,
    brand: owner.brand,
    params: { sender: fullName(invited), institution: invited.institution, link: '/connections' },
  });
}
