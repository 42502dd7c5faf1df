import type { ErrorCode } from '@cusp/contract/errors';
import type { DbOrTx } from '../../platform/db/database.ts';
import { peopleAround } from '../case-access/circle.sql.ts';
import { livesElsewhere, type Party } from '../invitations/people.sql.ts';

/** Why two people cannot be connected, regardless of existing requests; null if they can. */
export async function whyNotConnect(
  db: DbOrTx,
  me: Party,
  target: { email_key: string; person: Party | null },
): Promise<ErrorCode | null> {
  if (target.email_key === me.email_key) return 'email_same_as_yours';
  if (!target.person) return null;
  if (livesElsewhere(target.person, me)) return 'not_same_region';
  if ((await peopleAround(db, [me.id])).includes(target.person.id)) return 'same_group_user';
  return null;
}
