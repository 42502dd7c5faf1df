import type { Work } from '../../platform/work.ts';
import { peopleAround } from '../case-access/circle.sql.ts';
import { NO_TOKEN } from '../invitations/invitation-token.ts';
import { fullName, type Party } from '../invitations/people.sql.ts';
import type { ConnectionRow } from './connections.sql.ts';

interface Accepted {
  row: ConnectionRow;
  owner: Party;
  invited: Party;
  /** The invited person's own alias for the connection, if they gave one. */
  alias?: string;
}

/** Turns an open request, locked by the caller, into a connection and sends events to both circles. */
export async function becomeConnected(work: Work, { row, owner, invited, alias }: Accepted): Promise<void> {
  await work.tx
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
  await work.record({
    name: 'contact_accepted',
    audience: await peopleAround(work.tx, [owner.id, invited.id]),
    ids: { connection: row.id },
  });
  await work.audit({
    action: 'connection_changed',
    object: { type: 'connection', id: row.id },
    detail: { change: 'accepted' },
  });
  await work.mail(owner, 'connection-accepted', {
    sender: fullName(invited),
    institution: invited.institution,
    link: '/connections',
  });
}
