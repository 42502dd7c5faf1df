import { sql } from 'kysely';
import type { Db, DbOrTx, Tx } from '../../platform/db/database.ts';
import { found } from '../../platform/http/refusal.ts';
import { groupsVisibleTo, membersVisibleTo } from './share-groups.policy.ts';

/** The group a person owns or belongs to, or null. */
export async function groupOf(db: DbOrTx, userId: number) {
  const { rows } = await sql<{ id: number; name: string; owner_id: number }>`
    select id, name, owner_id from share_group where owner_id = ${userId}
    union all
    select share_group.id, share_group.name, share_group.owner_id
    from group_member join share_group on share_group.id = group_member.group_id
    where group_member.user_id = ${userId} and group_member.status = 'ACCD'
    limit 1
  `.execute(db);
  return rows[0] ?? null;
}

/** Locks a visible group against concurrent dissolving and joining; throws `not_found` otherwise. */
export async function lockGroup(tx: Tx, userId: number, groupId: number) {
  return found(
    await tx
      .selectFrom('share_group')
      .selectAll()
      .where('id', '=', groupId)
      .where(groupsVisibleTo(userId))
      .forUpdate()
      .executeTakeFirst(),
  );
}

/**
 * Prevents joining and leaving a person's group until the transaction ends. Only locks of people may come before it.
 */
export async function holdGroup(tx: Tx, userId: number): Promise<void> {
  const group = await groupOf(tx, userId);
  if (group) await tx.selectFrom('share_group').select('id').where('id', '=', group.id).forShare().execute();
}

/**
 * Locks the group of a row, so that joins and departures are serialised and each sees those before. Lock it before
 * the row, as everywhere.
 */
export async function lockGroupOfRow(tx: Tx, id: number): Promise<void> {
  await tx
    .selectFrom('share_group')
    .select('id')
    .where('id', '=', (eb) => eb.selectFrom('group_member').select('group_id').where('id', '=', id))
    .forNoKeyUpdate()
    .execute();
}

const rows = (tx: Tx) =>
  tx
    .selectFrom('group_member')
    .innerJoin('share_group', 'share_group.id', 'group_member.group_id')
    .selectAll('group_member')
    .select(['share_group.owner_id', 'share_group.name as group_name'])
    .forUpdate('group_member');

/** Locks a visible member or invitation; throws `not_found` otherwise. */
export async function lockMember(tx: Tx, userId: number, id: number) {
  return found(
    await rows(tx).where('group_member.id', '=', id).where(membersVisibleTo(userId)).executeTakeFirst(),
  );
}

export type MemberRow = Awaited<ReturnType<typeof lockMember>>;

/** Locks the row behind a link; the caller checks who may use it. */
export const lockInvitation = (tx: Tx, id: number): Promise<MemberRow | undefined> =>
  rows(tx).where('group_member.id', '=', id).executeTakeFirst();

/** All people affected by the end of a group: owner, members and invited people. */
export async function peopleOfGroup(tx: Tx, group: { id: number; owner_id: number }): Promise<number[]> {
  const members = await tx
    .selectFrom('group_member')
    .select(['user_id', 'status'])
    .where('group_id', '=', group.id)
    .forUpdate()
    .execute();
  return [group.owner_id, ...members.map((row) => row.user_id).filter((id) => id !== null)];
}

export interface ListedMember extends MemberRow {
  member_email: string;
  member_first: string;
  member_last: string;
  member_picture_key: string | null;
  member_unknown: boolean;
  requester_email: string;
  requester_first: string;
  requester_last: string;
  requester_picture_key: string | null;
}

/** The rows a person sees on the group screen. An invited person's name is shown only after they have joined. */
export async function listMembers(db: Db, userId: number): Promise<ListedMember[]> {
  const { rows: listed } = await sql<ListedMember>`
    select group_member.*, share_group.owner_id, share_group.name as group_name,
      coalesce(member.deleted_at is not null, false) as member_unknown,
      case when member.deleted_at is not null then '' else coalesce(member.email, group_member.email) end
        as member_email,
      case when access.open then member.first_name else '' end as member_first,
      case when access.open then member.last_name else '' end as member_last,
      case when access.open then member.picture_key end as member_picture_key,
      case when requester.deleted_at is null then requester.email else '' end as requester_email,
      case when requester.deleted_at is null then requester.first_name else '' end as requester_first,
      case when requester.deleted_at is null then requester.last_name else '' end as requester_last,
      case when requester.deleted_at is null then requester.picture_key end as requester_picture_key
    from group_member
    join share_group on share_group.id = group_member.group_id
    join app_user requester on requester.id = group_member.requester_id
    left join app_user member on member.id = group_member.user_id
    cross join lateral (
      select member.id is not null and member.deleted_at is null
        and (group_member.status = 'ACCD' or member.id = ${userId}) as open
    ) access
    where ${membersVisibleTo(userId)}
    order by fold(
      case when access.open then trim(member.first_name || ' ' || member.last_name) else group_member.email end
    ), group_member.id
  `.execute(db);
  return listed;
}
