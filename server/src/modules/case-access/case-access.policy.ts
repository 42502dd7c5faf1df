import type { StatusCode, UserType } from '@cusp/contract/cases';
import type { ErrorCode } from '@cusp/contract/errors';
import { type RawBuilder, sql } from 'kysely';
import { circleOf } from './circle.sql.ts';
import { isOnAuthorsSide, isOnRecipientsSide } from './visible-cases.sql.ts';

/** An own draft: a case that was never sent. */
export const draftsOf = (userId: number): RawBuilder<boolean> => sql<boolean>`(
  dental_case.published_at is null and dental_case.author_removed_at is null and dental_case.author_id = ${userId}
)`;

/**
 * The side of a person on a case they see: AU wrote it, SG is of the author's share group, OT is the
 * recipient's side. Somebody who is on both sides acts for the side nearest to them: the recipient
 * themselves is OT even when author and recipient have come to share a group. A side that deleted its
 * copy is nobody's.
 */
export function sideOf(userId: number): RawBuilder<UserType> {
  const themselves = sql<readonly number[]>`array[${userId}]::bigint[]`;
  return sql<UserType>`
    case
      when ${isOnAuthorsSide(themselves)} then 'AU'
      when ${isOnRecipientsSide(themselves)} then 'OT'
      when ${isOnAuthorsSide(circleOf(userId))} then 'SG'
      else 'OT'
    end
  `;
}

interface CaseState {
  side: UserType;
  status: StatusCode;
}

/** Only the author deletes a case, and only while nobody works on it or when it is over. */
export const mayDelete = ({ side, status }: CaseState): boolean =>
  side === 'AU' && (status === 'OPEN' || status === 'READ' || status === 'CLSD');

interface AssigneeState extends CaseState {
  /** Whether author or recipient have deleted their account. */
  hasDeletedParty: boolean;
  hasShareGroup: boolean;
}

/** Why the assignee cannot be changed now, null when it can. */
export function refusalToAssign(state: AssigneeState): ErrorCode | null {
  if (state.side !== 'OT' || state.hasDeletedParty || !state.hasShareGroup) return 'assignee_not_allowed';
  return state.status === 'CLSD' ? 'case_closed' : null;
}
