import type { ErrorCode } from '@cusp/contract/errors';
import type { DbOrTx } from '../../platform/db/database.ts';
import { livesElsewhere, type Party } from '../invitations/people.sql.ts';
import { pairKey } from '../people/pair-key.ts';
import { groupOf } from './share-groups.sql.ts';

/** Partners exchange cases and group mates share them, so one person cannot be both to an owner. */
async function connectionTo(db: DbOrTx, owner: Party, emailKey: string): Promise<ErrorCode | null> {
  const known = await db
    .selectFrom('connection')
    .select('status')
    .where('pair_key', '=', pairKey(owner.email_key, emailKey))
    .where('status', '!=', 'REJD')
    .executeTakeFirst();
  if (!known) return null;
  return known.status === 'ACCD' ? 'already_in_connections' : 'email_already_added';
}

/** Why an address cannot be invited; an open invitation is resent by its own entry. */
export async function whyNotInviteAnew(
  db: DbOrTx,
  group: { id: number },
  emailKey: string,
): Promise<ErrorCode | null> {
  const open = await db
    .selectFrom('group_member')
    .select('id')
    .where('group_id', '=', group.id)
    .where('email_key', '=', emailKey)
    .where('status', '=', 'REQD')
    .executeTakeFirst();
  return open ? 'email_already_added' : null;
}

interface Target {
  email_key: string;
  person: Party | null;
}

/** Why a person cannot join an owner's group, addressed to them; null if they can. */
export async function whyNotInGroup(
  db: DbOrTx,
  group: { id: number },
  owner: Party,
  target: Target,
): Promise<ErrorCode | null> {
  const refused = await whyNotInvited(db, group, owner, target);
  if (refused === 'email_same_as_members' || refused === 'not_same_region') return refused;
  const isElsewhere = target.person !== null && (await groupOf(db, target.person.id)) !== null;
  return isElsewhere ? 'already_joined_another_group' : refused;
}

/**
 * Why an owner cannot invite an address; null if they can. Membership of another group is not revealed to the owner;
 * the invited person learns of it when accepting.
 */
export async function whyNotInvited(
  db: DbOrTx,
  group: { id: number },
  owner: Party,
  { email_key, person }: Target,
): Promise<ErrorCode | null> {
  if (email_key === owner.email_key) return 'email_same_as_members';
  if (person) {
    if (livesElsewhere(person, owner)) return 'not_same_region';
    if ((await groupOf(db, person.id))?.id === group.id) return 'email_same_as_members';
    if (person.role !== owner.role) return 'different_role';
  }
  return connectionTo(db, owner, email_key);
}
