import type { ActivityAction } from '@cusp/contract/dashboard';
import type { Tx } from '../../platform/db/database.ts';
import { happenedSinceMaking } from '../../platform/db/log-partitions.ts';
import { nameOf } from '../people/person.present.ts';

/** Name of the person who last made this kind of change on the case; '' if unknown. */
export const lastToChange = async (tx: Tx, caseId: number, activity: ActivityAction): Promise<string> =>
  nameOf(await lastChangerOf(tx, caseId, activity));

/** The person who last made this kind of change on the case. */
export const lastChangerOf = (tx: Tx, caseId: number, activity: ActivityAction) =>
  tx
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
