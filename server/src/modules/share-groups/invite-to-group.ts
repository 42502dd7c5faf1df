import type { Done } from '@cusp/contract/wire';
import type { Tx } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { encodeId } from '../../platform/http/idb64.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { emailKey } from '../../platform/mail/email-key.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { emailOf } from '../invitations/email-of.ts';
import { countInvitation } from '../invitations/invitation-limit.ts';
import { issueToken } from '../invitations/invitation-token.ts';
import { fullName, linkable, lockPerson, type Party, personByEmailKey } from '../invitations/people.sql.ts';
import { serverLocationParam } from '../invitations/server-location.ts';
import { livesInOtherRegion } from '../region-look-up/address-look-up.ts';
import { throttleInvitedAddresses } from '../throttle/throttle.ts';
import { whyNotInviteAnew, whyNotInvited } from './group-rules.ts';
import { noteGroup } from './own-group.ts';
import { mayManage } from './share-groups.policy.ts';
import { lockGroup } from './share-groups.sql.ts';

interface Wish {
  groupId: number;
  /** 0 to invite an address, else the invitation to resend. */
  id: number;
  email: string;
}

/** Invites a person into one's own group, or resends the invitation: an earlier link stops working. */
export async function inviteToGroup(services: Services, actor: Actor, wish: Wish): Promise<Done> {
  if (wish.id === 0) {
    await throttleInvitedAddresses(services, actor.userId);
    // Before the transaction, because it waits for another server.
    const key = emailKey(emailOf(wish.email));
    if (!(await personByEmailKey(services.db, key)) && (await livesInOtherRegion(services, key)))
      throw new Refusal('not_same_region', 'email');
  }
  return inTransaction(services, actor, async (work) => {
    const me = await lockPerson(work.tx, actor.userId);
    const group = await lockGroup(work.tx, me.id, wish.groupId);
    const refused = mayManage(me.id, group);
    if (refused) throw new Refusal(refused);
    const email = wish.id === 0 ? emailOf(wish.email) : await knownEmail(work.tx, group.id, wish);
    const key = emailKey(email);
    const target = await personByEmailKey(work.tx, key);
    const reason =
      (await whyNotInvited(work.tx, group, me, { email_key: key, person: target })) ??
      (wish.id === 0 ? await whyNotInviteAnew(work.tx, group, key) : null);
    if (reason) throw new Refusal(reason, 'email');
    await send(work, { me, group, email, key, target });
    return { detail: 'request email sent' };
  });
}

async function knownEmail(tx: Tx, groupId: number, wish: Wish): Promise<string> {
  const row = await tx
    .selectFrom('group_member')
    .select(['email', 'email_key', 'status'])
    .where('id', '=', wish.id)
    .where('group_id', '=', groupId)
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  if (row.status === 'ACCD') throw new Refusal('user_already_member');
  if (wish.email && emailKey(wish.email) !== row.email_key) throw new Refusal('data_invalid', 'email');
  return row.email;
}

interface Invitation {
  me: Party;
  group: { id: number; name: string };
  email: string;
  key: string;
  target: Party | null;
}

async function send(work: Work, to: Invitation): Promise<void> {
  const { me, group, email, key, target } = to;
  const userId = linkable(target);
  const language = target?.language ?? me.language;
  const values = { status: 'REQD', user_id: userId, requester_id: me.id, language } as const;
  const row = await work.tx
    .insertInto('group_member')
    .values({
      ...values,
      group_id: group.id,
      email,
      email_key: key,
      token_hash: null,
      token_expires_at: null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['group_id', 'email_key'])
        .doUpdateSet({ ...values, updated_at: new Date() })
        .where('group_member.status', '!=', 'ACCD'),
    )
    .returningAll()
    .executeTakeFirst();
  // They joined by the earlier link in the meantime.
  if (!row) throw new Refusal('email_same_as_members', 'email');
  await countInvitation(work.tx, work.services, me.id, key);
  const { token, columns } = issueToken(work.services, 'group', row);
  await work.tx.updateTable('group_member').set(columns).where('id', '=', row.id).execute();
  await work.record({
    name: 'sguser_requested',
    audience: [me.id, ...(userId === null ? [] : [userId])],
    ids: { group: group.id, member: row.id },
  });
  await noteGroup(work, group.id, 'invited');
  const link = target
    ? `/sharegroup/accept/${encodeId(row.id)}/${token}?sid=${serverLocationParam(work.services)}`
    : `/signup?email=${encodeURIComponent(email)}`;
  const reader = { id: userId, email: target?.email ?? email, language, brand: target?.brand ?? me.brand };
  const params = { sender: fullName(me), institution: me.institution, group: group.name, link };
  await work.mail(reader, target ? 'group-invite' : 'group-newcomer', params);
}
