import type { ErrorCode } from '@cusp/contract/errors';
import { type RawBuilder, sql } from 'kysely';
import { circleOf } from '../case-access/circle.sql.ts';

/**
 * The rows of members and invitations that a person sees: the accepted ones of their group, those of the group they
 * own, and their own invitations. Expects `group_member` joined with `share_group` in the query.
 */
export const membersVisibleTo = (userId: number): RawBuilder<boolean> => sql<boolean>`(
  share_group.owner_id = ${userId}
  or (group_member.user_id = ${userId} and group_member.status <> 'REJD')
  or (group_member.status = 'ACCD' and group_member.user_id = any(${circleOf(userId)}))
)`;

/** The groups that a person sees: the one they own or belong to. */
export const groupsVisibleTo = (userId: number): RawBuilder<boolean> =>
  sql<boolean>`(share_group.owner_id = any(${circleOf(userId)}))`;

/** Only the owner renames, dissolves and invites. */
export const mayManage = (userId: number, group: { owner_id: number }): ErrorCode | null =>
  group.owner_id === userId ? null : 'forbidden';

interface Row {
  owner_id: number;
  user_id: number | null;
  status: string;
}

/** Only the invited person answers. */
export const mayAnswer = (userId: number, row: Row): ErrorCode | null =>
  row.user_id === userId ? null : 'forbidden';

/** The owner removes members and withdraws invitations; a member leaves. */
export const mayRemove = (userId: number, row: Row): ErrorCode | null =>
  row.owner_id === userId || (row.user_id === userId && row.status === 'ACCD') ? null : 'forbidden';
