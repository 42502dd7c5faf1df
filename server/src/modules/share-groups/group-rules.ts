import type { ErrorCode } from '@cusp/contract/errors';
import type { DbOrTx } from '../../platform/db/database.ts';
import { pairKey } from '../connections/connections.sql.ts';
import type { Party } from '../invitations/people.sql.ts';
import { groupOf } from './share-groups.sql.ts';

/** Partners exchange cases, group mates share them: one person cannot be both to an owner. */
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

/** Why an address cannot be invited anew: an open invitation is sent again by its own entry. */
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

/** Why an owner cannot have this person in the group; null when they can. */
export async function whyNotInGroup(
  db: DbOrTx,
  group: { id: number },
  owner: Party,
  target: { email_key: string; person: Party | null },
): Promise<ErrorCode | null> {
  if (target.email_key === owner.email_key) return 'email_same_as_members';
  const { person } = target;
  if (person) {
    if (person.region !== owner.region) return 'not_same_region';
    const theirs = await groupOf(db, person.id);
    if (theirs) return theirs.id === group.id ? 'email_same_as_members' : 'already_joined_another_group';
    if (person.role !== owner.role) return 'different_role';
  }
  return connectionTo(db, owner, target.email_key);
}
