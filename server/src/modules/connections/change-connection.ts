import type { ErrorCode } from '@cusp/contract/errors';
import type { EventName } from '@cusp/contract/event-names';
import type { Done } from '@cusp/contract/wire';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { peopleAround } from '../case-access/circle.sql.ts';
import { NO_TOKEN } from '../invitations/invitation-token.ts';
import { mayAnswer, mayEdit, mayRemove } from './connections.policy.ts';
import { type ConnectionRow, lockVisible } from './connections.sql.ts';

/** The invited person rejects; the requester sees it and may ask again. */
export async function rejectConnection(services: Services, actor: Actor, id: number): Promise<Done> {
  return change(services, actor, id, mayAnswer, async (work, row) => {
    if (row.status === 'ACCD') throw new Refusal('request_already_accepted');
    await work.tx
      .updateTable('connection')
      .set({ status: 'REJD', ...NO_TOKEN, updated_at: new Date() })
      .where('id', '=', id)
      .execute();
    await recordConnectionChange(work, row, 'contact_rejected', 'rejected');
    return { detail: 'request rejected' };
  });
}

/** Each side sets an alias of the connection for itself and its group. */
export async function editConnection(
  services: Services,
  actor: Actor,
  { id, alias }: { id: number; alias: string },
): Promise<Done> {
  return change(services, actor, id, mayEdit, async (work, row) => {
    const own = row.owner_id === actor.userId ? { owner_alias: alias } : { user_alias: alias };
    await work.tx
      .updateTable('connection')
      .set({ ...own, updated_at: new Date() })
      .where('id', '=', id)
      .execute();
    const mine = { ...row, owner_id: actor.userId, user_id: null };
    await recordConnectionChange(work, mine, 'contact_modified', 'alias');
    return {};
  });
}

/** Ends a connection or withdraws a request. Cases already sent stay with both sides. */
export async function removeConnection(services: Services, actor: Actor, id: number): Promise<Done> {
  return change(services, actor, id, mayRemove, async (work, row) => {
    await recordConnectionChange(work, row, 'contact_deleted', 'removed');
    await work.tx.deleteFrom('connection').where('id', '=', id).execute();
    return {};
  });
}

type Rule = (userId: number, row: ConnectionRow) => ErrorCode | null;

async function change(
  services: Services,
  actor: Actor,
  id: number,
  rule: Rule,
  write: (work: Work, row: ConnectionRow) => Promise<Done>,
): Promise<Done> {
  return inTransaction(services, actor, async (work) => {
    const row = await lockVisible(work.tx, actor.userId, id);
    const refused = rule(actor.userId, row);
    if (refused) throw new Refusal(refused);
    return write(work, row);
  });
}

/** A request concerns two people, a connection also their groups. */
async function recordConnectionChange(
  work: Work,
  row: Pick<ConnectionRow, 'id' | 'owner_id' | 'user_id' | 'status'>,
  name: EventName,
  what: string,
): Promise<void> {
  const parties = [row.owner_id, row.user_id];
  const audience =
    row.status === 'ACCD' ? await peopleAround(work.tx, parties) : parties.filter((id) => id !== null);
  await work.record({ name, audience, ids: { connection: row.id } });
  await work.audit({
    action: 'connection_changed',
    object: { type: 'connection', id: row.id },
    detail: { change: what },
  });
}
