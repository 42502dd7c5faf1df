import { type RawBuilder, sql } from 'kysely';
import { circleOf } from '../case-access/circle.sql.ts';
import { casesVisibleTo } from '../case-access/visible-cases.sql.ts';

/**
 * Whose picture a person may see: their own, their group's, their accepted and requested connections', and those of
 * both sides of a visible case. Expects `app_user` in the query.
 */
export const pictureVisibleTo = (userId: number): RawBuilder<boolean> => sql<boolean>`(
  app_user.id = any(${circleOf(userId)})
  or exists (
    select from connection
    where (owner_id = app_user.id and user_id = ${userId} and status in ('ACCD', 'REQD'))
      or (user_id = app_user.id and owner_id = ${userId} and status = 'ACCD')
  )
  or exists (
    select from dental_case
    where ${casesVisibleTo(userId)}
      and (author_id = any(circle_of(app_user.id)) or recipient_id = any(circle_of(app_user.id)))
  )
)`;
