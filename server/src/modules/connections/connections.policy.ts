import type { ErrorCode } from '@cusp/contract/errors';
import { type RawBuilder, sql } from 'kysely';
import { circleOf } from '../case-access/circle.sql.ts';

/**
 * The connections that a person sees: those they requested, those requested of them and not rejected, and the accepted
 * connections of their share group. Expects the table `connection` in the query.
 */
export const connectionsVisibleTo = (userId: number): RawBuilder<boolean> => sql<boolean>`(
  connection.owner_id = ${userId}
  or (connection.user_id = ${userId} and connection.status <> 'REJD')
  or (
    connection.status = 'ACCD'
    and (connection.owner_id = any(${circleOf(userId)}) or connection.user_id = any(${circleOf(userId)}))
  )
)`;

interface Link {
  owner_id: number;
  user_id: number | null;
  status: string;
}

const isParty = (userId: number, link: Link) => link.owner_id === userId || link.user_id === userId;

/** Only the two people of a connection may ask again; if the invited person asks, that accepts it. */
export const mayAskAgain = (userId: number, link: Link): ErrorCode | null =>
  isParty(userId, link) ? null : 'forbidden';

/** Only the invited person answers. */
export const mayAnswer = (userId: number, link: Link): ErrorCode | null =>
  link.user_id === userId ? null : 'forbidden';

/** Either side sets an alias for an accepted connection; for an open request only the requester. */
export const mayEdit = (userId: number, link: Link): ErrorCode | null =>
  (link.status === 'ACCD' ? isParty(userId, link) : link.owner_id === userId) ? null : 'forbidden';

/**
 * Either side ends an accepted connection; the requester withdraws a request. Designated connections cannot be ended,
 * because only staff could restore them.
 */
export const mayRemove = (userId: number, link: Link & { is_locked: boolean }): ErrorCode | null =>
  mayEdit(userId, link) ?? (link.is_locked && link.status === 'ACCD' ? 'connection_designated' : null);
