import type { Done } from '@cusp/contract/wire';
import { transact } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { emailKey } from '../../platform/mail/email-key.ts';
import type { Services } from '../../platform/services.ts';
import { lockPerson, personByEmailKey } from '../invitations/people.sql.ts';
import { whyNotConnect } from './connection-rules.ts';
import { mayAskAgain } from './connections.policy.ts';
import { lockVisible } from './connections.sql.ts';
import { sendRequest } from './send-request.ts';

interface Again {
  id: number;
  email: string;
  alias: string;
  text: string;
}

/** Sends an open or rejected request again: the earlier link stops working. Empty texts keep the earlier ones. */
export async function requestAgain(services: Services, actor: Actor, input: Again): Promise<Done> {
  return transact(services.db, async (tx) => {
    const me = await lockPerson(tx, actor.userId);
    const row = await lockVisible(tx, me.id, input.id);
    const refused = mayAskAgain(me.id, row);
    if (refused) throw new Refusal(refused);
    if (input.email && emailKey(input.email) !== row.email_key) throw new Refusal('data_invalid', 'email');
    if (row.status === 'ACCD') throw new Refusal('request_already_accepted');
    const target = await personByEmailKey(tx, row.email_key);
    const reason = await whyNotConnect(tx, me, { email_key: row.email_key, person: target });
    if (reason) throw new Refusal(reason, 'email');
    const texts = { owner_alias: input.alias || row.owner_alias, message: input.text || row.message };
    await tx.updateTable('connection').set(texts).where('id', '=', row.id).execute();
    await sendRequest(tx, services, actor, { row: { ...row, ...texts }, owner: me, target });
    return { detail: 'request email sent' };
  });
}
