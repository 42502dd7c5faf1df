import type { Done } from '@cusp/contract/wire';
import type { Actor } from '../../platform/http/actor.ts';
import { decodeId } from '../../platform/http/idb64.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { tokenFits, whyNotYours } from '../invitations/invitation-token.ts';
import { lockWith, personById } from '../invitations/people.sql.ts';
import { checkServerLocation } from '../invitations/server-location.ts';
import { becomeConnected } from './become-connected.ts';
import { whyNotConnect } from './connection-rules.ts';

interface Link {
  cidb64: string;
  token: string;
  srvLoc: string | undefined;
}

/** Accepts a request by its link: only the person with the invited address, once, before the link expires. */
export async function acceptConnection(services: Services, actor: Actor, link: Link): Promise<Done> {
  checkServerLocation(services, link.srvLoc);
  const id = decodeId(link.cidb64);
  if (id === null) throw new Refusal('invalid_token');
  return inTransaction(services, actor, async (work) => {
    const asked = await work.tx
      .selectFrom('connection')
      .select('owner_id')
      .where('id', '=', id)
      .executeTakeFirst();
    const me = await lockWith(work.tx, actor.userId, asked?.owner_id ?? null);
    if (!me.email_key) throw new Refusal('no_email');
    const row = await work.tx
      .selectFrom('connection')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new Refusal('request_needed');
    if (row.email_key !== me.email_key) throw new Refusal(whyNotYours(row, link.token));
    if (row.status === 'ACCD') throw new Refusal('request_already_accepted');
    if (row.status === 'REJD') throw new Refusal('request_needed');
    if (!tokenFits(row, link.token)) throw new Refusal('invalid_token');
    const owner = await personById(work.tx, row.owner_id);
    if (owner.deleted_at) throw new Refusal('request_needed');
    const reason = await whyNotConnect(work.tx, me, { email_key: owner.email_key, person: owner });
    if (reason) throw new Refusal(reason === 'not_same_region' ? 'server_is_wrong' : reason);
    await becomeConnected(work, { row, owner, invited: me });
    return { detail: 'request accepted' };
  });
}
