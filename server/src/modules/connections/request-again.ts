import type { Done } from '@cusp/contract/wire';
import type { Tx } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { emailKey } from '../../platform/mail/email-key.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { lockWith, type Party, personByEmailKey, personById } from '../invitations/people.sql.ts';
import { livesInOtherRegion } from '../region-look-up/address-look-up.ts';
import { throttleInvitedAddresses } from '../throttle/throttle.ts';
import { becomeConnected } from './become-connected.ts';
import { whyNotConnect } from './connection-rules.ts';
import { mayAskAgain } from './connections.policy.ts';
import { type ConnectionRow, lockVisible } from './connections.sql.ts';
import { sendRequest } from './send-request.ts';

interface Again {
  id: number;
  email: string;
  alias: string;
  text: string;
}

/** The other person of a connection as of now; null without an account. */
async function otherSide(tx: Tx, userId: number, id: number): Promise<number | null> {
  const row = await tx
    .selectFrom('connection')
    .select(['owner_id', 'user_id', 'email_key'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  if (row.owner_id !== userId) return row.owner_id;
  return row.user_id ?? (await personByEmailKey(tx, row.email_key))?.id ?? null;
}

/** The other side's request arrived first; two crossing requests are treated as acceptance. */
async function agree(
  work: Work,
  { me, row, alias }: { me: Party; row: ConnectionRow; alias: string },
): Promise<Done> {
  if (row.status === 'ACCD') throw new Refusal('request_already_accepted');
  const owner = await personById(work.tx, row.owner_id);
  if (owner.deleted_at) throw new Refusal('request_needed');
  const reason = await whyNotConnect(work.tx, me, { email_key: owner.email_key, person: owner });
  if (reason) throw new Refusal(reason, 'email');
  await becomeConnected(work, { row, owner, invited: me, alias });
  return { detail: 'request accepted' };
}

/** Before the transaction, because it waits for another server. */
async function refuseIfElsewhere(services: Services, actor: Actor, id: number): Promise<void> {
  const row = await services.db
    .selectFrom('connection')
    .select(['email_key', 'user_id'])
    .where('id', '=', id)
    .where('owner_id', '=', actor.userId)
    .where('status', '!=', 'ACCD')
    .executeTakeFirst();
  if (!row || row.user_id !== null || (await personByEmailKey(services.db, row.email_key))) return;
  await throttleInvitedAddresses(services, actor.userId);
  if (await livesInOtherRegion(services, row.email_key)) throw new Refusal('not_same_region', 'email');
}

/** Resends an open or rejected request: the earlier link stops working. Empty texts keep the earlier ones. */
export async function requestAgain(services: Services, actor: Actor, input: Again): Promise<Done> {
  await refuseIfElsewhere(services, actor, input.id);
  return inTransaction(services, actor, async (work) => {
    const me = await lockWith(work.tx, actor.userId, await otherSide(work.tx, actor.userId, input.id));
    const row = await lockVisible(work.tx, me.id, input.id);
    const refused = mayAskAgain(me.id, row);
    if (refused) throw new Refusal(refused);
    if (row.owner_id !== me.id) return agree(work, { me, row, alias: input.alias });
    if (input.email && emailKey(input.email) !== row.email_key) throw new Refusal('data_invalid', 'email');
    if (row.status === 'ACCD') throw new Refusal('request_already_accepted');
    const target = await personByEmailKey(work.tx, row.email_key);
    const reason = await whyNotConnect(work.tx, me, { email_key: row.email_key, person: target });
    if (reason) throw new Refusal(reason, 'email');
    const texts = { owner_alias: input.alias || row.owner_alias, message: input.text || row.message };
    await work.tx.updateTable('connection').set(texts).where('id', '=', row.id).execute();
    await sendRequest(work, { row: { ...row, ...texts }, owner: me, target });
    return { detail: 'request email sent' };
  });
}
