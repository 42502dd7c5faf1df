import type { ActivityAction } from '@cusp/contract/dashboard';
import type { Tx } from '../../platform/db/database.ts';
import { happenedSinceMaking } from '../../platform/db/log-partitions.ts';
import { nameOf } from '../people/person.present.ts';

/** Name of the person who last made this kind of change on the case; '' if unknown. */
export async function lastToChange(tx: Tx, caseId: number, activity: ActivityAction): Promise<string> {
  const person = await tx
    .selectFrom('event')
    .innerJoin('app_user', 'app_user.id', 'event.actor_id')
    .select(['app_user.id', 'first_name', 'last_name', 'institution', 'picture_key', 'deleted_at'])
    .where('event.case_id', '=', caseId)
    .where('event.activity', '=', activity)
    .where(happenedSinceMaking(caseId))
    .orderBy('event.at', 'desc')
    .orderBy('event.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return nameOf(person);
}
