import type { StatusCode, UserType } from '@cusp/contract/cases';
import type { ErrorCode } from '@cusp/contract/errors';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { circleOf } from './circle.sql.ts';
import { circleSql, isOnAuthorsSide, isOnRecipientsSide } from './visible-cases.sql.ts';

const isDraft = sql<boolean>`(dental_case.published_at is null and dental_case.author_removed_at is null)`;

/** A draft of the actor's own: a case that was never sent. */
export const draftsOf = (userId: number): RawBuilder<boolean> => sql<boolean>`(
  ${isDraft} and dental_case.author_id = ${userId}
)`;

/** The drafts of everybody in a practice, which only an erasure may touch. Expects `dental_case` in the query. */
export const draftsOfPractice = (people: readonly number[]): RawBuilder<boolean> => sql<boolean>`(
  ${isDraft} and dental_case.author_id = any(${circleSql(people)})
)`;

/**
 * The actor's side of a case they see: AU is the author, SG the author's share group, OT the recipient's side. A person
 * on both sides acts for the nearer one: the recipient is OT even if author and recipient now share a group. A side
 * that deleted its copy has no actors.
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

/** Only the author may delete a case, and only before work has started or after it has ended. */
export const mayDelete = ({ side, status }: CaseState): boolean =>
  side === 'AU' && (status === 'OPEN' || status === 'READ' || status === 'CLSD');

/** Guests take part in cases until these are closed. */
export function requireOpenToGuest(
  { isGuest }: Pick<Actor, 'isGuest'>,
  { status }: { status: StatusCode },
): void {
  if (isGuest && status === 'CLSD') throw new Refusal('case_closed');
}

interface AssigneeState extends CaseState {
  /** Whether author or recipient have deleted their account. */
  hasDeletedParty: boolean;
  hasShareGroup: boolean;
}

/** Why the assignee cannot be changed now; null if it can. */
export function refusalToAssign(state: AssigneeState): ErrorCode | null {
  if (state.side !== 'OT' || state.hasDeletedParty || !state.hasShareGroup) return 'assignee_not_allowed';
  return state.status === 'CLSD' ? 'case_closed' : null;
}
