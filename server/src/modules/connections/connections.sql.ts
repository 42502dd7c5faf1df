import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { found } from '../../platform/http/refusal.ts';
import { circleOf } from '../case-access/circle.sql.ts';
import { showsWords } from './connection-search.sql.ts';
import { connectionsVisibleTo } from './connections.policy.ts';

/**
 * SQL for the ids of possible recipients: the other sides of the circle's accepted connections, without people of the
 * circle, deleted people and people of the other region. Use as `id in ${recipientIdsOf(userId)}`.
 */
export const recipientIdsOf = (userId: number): RawBuilder<number> => sql<number>`(
  select far.id
  from connection link
  join app_user far on far.id in (link.owner_id, link.user_id)
  where link.status = 'ACCD'
    and (link.owner_id = any(${circleOf(userId)}) or link.user_id = any(${circleOf(userId)}))
    and far.id <> all(${circleOf(userId)})
    and far.deleted_at is null
    and far.presence = 'home'
    and far.region = (select region from app_user where id = ${userId})
)`;

/** Locks a visible connection; throws `not_found` otherwise. */
export async function lockVisible(tx: Tx, userId: number, id: number) {
  return found(
    await tx
      .selectFrom('connection')
      .selectAll()
      .where('id', '=', id)
      .where(connectionsVisibleTo(userId))
      .forUpdate()
      .executeTakeFirst(),
  );
}

export type ConnectionRow = Awaited<ReturnType<typeof lockVisible>>;

export interface ListedConnection extends ConnectionRow {
  /** The reader's side: themselves, or the group mate whose connection it is. */
  near_id: number;
  alias: string;
  far_id: number | null;
  far_email: string;
  far_first: string;
  far_last: string;
  far_institution: string;
  far_phone: string;
  far_address: string;
  far_country: string;
  far_picture_key: string | null;
  far_unknown: boolean;
  /** The other side is a guest here. */
  far_elsewhere: boolean;
  /** The person shown as owner: the requester of a request, else the near side. */
  named_id: number;
  named_email: string;
  named_first: string;
  named_last: string;
  named_picture_key: string | null;
  named_unknown: boolean;
}

/**
 * The connections a person sees, one row per partner (their own before a group mate's). Of people who have not
 * accepted yet only the address is shown, unless they are in the public list of labs. The search covers only what is
 * shown.
 */
export async function listConnections(db: Db, actor: Actor, search: string): Promise<ListedConnection[]> {
  const { userId } = actor;
  const { rows } = await sql<ListedConnection>`
    with me as (select ${circleOf(userId)} as circle),
    sided as (
      select connection.*,
        case
          when connection.owner_id = ${userId} or connection.user_id = ${userId} then ${userId}::bigint
          when connection.owner_id = any(me.circle) then connection.owner_id
          else connection.user_id
        end as near_id
      from connection, me
      where ${connectionsVisibleTo(userId)}
    ),
    paired as (
      select sided.*,
        case when near_id = owner_id then user_id else owner_id end as far_id,
        case when near_id = owner_id then owner_alias else user_alias end as alias
      from sided
    ),
    ranked as (
      select paired.*, row_number() over (
        partition by status, coalesce(far_id, -paired.id) order by (near_id = ${userId}) desc, paired.id
      ) as place
      from paired, me
      where near_id = ${userId} or far_id <> all(me.circle)
    ),
    shown as (
      select ranked.*,
        coalesce(far.deleted_at is not null, false) as far_unknown,
        coalesce(far.presence <> 'home' and far.deleted_at is null, false) as far_elsewhere,
        case when far.deleted_at is not null then '' else coalesce(far.email, ranked.email) end as far_email,
        case when access.open then far.first_name else '' end as far_first,
        case when access.open then far.last_name else '' end as far_last,
        case when access.open then far.institution else '' end as far_institution,
        case when access.open and access.near then far.phone else '' end as far_phone,
        case when access.open and access.near then far.address else '' end as far_address,
        case when access.open then far.country else '' end as far_country,
        case when access.open then far.picture_key end as far_picture_key,
        named.id as named_id,
        case when named.deleted_at is null then named.email else '' end as named_email,
        case when named.deleted_at is null then named.first_name else '' end as named_first,
        case when named.deleted_at is null then named.last_name else '' end as named_last,
        case when named.deleted_at is null then named.picture_key end as named_picture_key,
        named.deleted_at is not null as named_unknown
      from ranked
      left join app_user far on far.id = ranked.far_id
      join app_user named
        on named.id = case when ranked.status = 'ACCD' then ranked.near_id else ranked.owner_id end
      cross join lateral (
        select
          far.id is not null and far.deleted_at is null
          and (status = 'ACCD' or near_id <> owner_id
               or exists (select from lab where lab.user_id = far.id and lab.is_active)) as open,
          status = 'ACCD' or near_id <> owner_id as near
      ) access
      where place = 1
    )
    select * from shown
    where not (status = 'REQD' and named_unknown)
      and ${showsWords(actor, search)}
    order by nullif(concat(alias, far_first, far_last, far_email), '') is null,
      fold(coalesce(nullif(alias, ''), nullif(trim(far_first || ' ' || far_last), ''), far_email)), id
  `.execute(db);
  return rows;
}
