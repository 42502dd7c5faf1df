import type { Readable } from 'node:stream';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../platform/http/actor.ts';
import { decodeId } from '../../platform/http/idb64.ts';
import { found } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { circleOf } from '../case-access/circle.sql.ts';
import { casesVisibleTo } from '../case-access/visible-cases.sql.ts';

/** The picture of a person whom the requester may see. */
export async function showPicture(
  services: Services,
  actor: Actor,
  idb64: string,
): Promise<{ type: string; bytes: Readable }> {
  const person = await services.db
    .selectFrom('app_user')
    .select(['picture_key', 'picture_type'])
    .where('id', '=', found(decodeId(idb64)))
    .where('picture_key', 'is not', null)
    .where('deleted_at', 'is', null)
    .where(pictureVisibleTo(actor.userId))
    .executeTakeFirst();
  const key = found(person?.picture_key);
  return {
    type: person?.picture_type ?? 'application/octet-stream',
    bytes: await services.storage.read(key),
  };
}

/**
 * The people whose picture a person may see: their own, their group's, their accepted and requested connections', and
 * those of both sides of a visible case. Expects `app_user` in the query.
 */
const pictureVisibleTo = (userId: number): RawBuilder<boolean> => sql<boolean>`(
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
