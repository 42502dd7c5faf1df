import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { happenedInLast } from '../../platform/db/log-partitions.ts';
import { NOBODY } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { aboutCase, clearDeletedComments } from './about-case.ts';
import type { FiledEvent, NewNotice } from './notice.types.ts';
import { type Kept, planPush } from './plan-push.ts';

/** Jobs that fail are tried again for hours, not for days. */
const LOOKED_BACK_DAYS = 2;

/** Adds an event to the inboxes of the people whom it concerns and who still see its subject. */
export const fileEvent = (services: Services, eventId: number): Promise<void> =>
  inTransaction(services, NOBODY, async (work) => {
    const event = await work.tx
      .selectFrom('event')
      .select(['id', 'at', 'name', 'case_id', 'actor_id', 'audience', 'ids', 'change'])
      .where('id', '=', eventId)
      .where(happenedInLast(LOOKED_BACK_DAYS))
      .executeTakeFirst();
    if (!event) return;
    const reached = new Set<number>();
    const notices =
      event.case_id === null ? await aboutPartner(work.tx, event) : await aboutCase(work.tx, event);
    const kept: Kept[] = [];
    for (const notice of notices) kept.push(...(await keepNotice(work.tx, event, notice)));
    for (const { user_id } of kept) reached.add(user_id);
    await planPush(work, kept);
    if (event.name === 'comment_deleted')
      for (const userId of await clearDeletedComments(work.tx, event)) reached.add(userId);
    if (reached.size > 0) await work.record({ name: 'inbox_changed', audience: [...reached] });
  });

/** Writes a notice, or renews the one of its kind; returns the people whose inbox changed. */
async function keepNotice(tx: Tx, event: FiledEvent, notice: NewNotice): Promise<Kept[]> {
  const by = notice.by ?? event.actor_id;
  const people = [...new Set(notice.people)].filter((id) => id !== by);
  if (people.length === 0) return [];
  const { rows } = await sql<Kept>`
    insert into inbox_item (user_id, kind, what, case_id, connection_id, member_id, actor_id, status, event_id, at, place)
    select id, ${notice.kind}, ${notice.what}, ${notice.caseId ?? null}::bigint, ${notice.connectionId ?? null}::bigint,
      ${notice.memberId ?? null}::bigint, ${by}::bigint, ${notice.status ?? null}, ${event.id}::bigint,
      ${event.at}::timestamptz,
      -- What has just happened is first, however long it could be undone; a job that comes late puts it where it belongs.
      case when ${event.at}::timestamptz > now() - interval '1 minute' then now() else ${event.at}::timestamptz end
    from app_user
    where id = any(${people}::bigint[]) and deleted_at is null and activated_at is not null and presence = 'home'
      and not ${notice.kind} = any(inbox_off)
    order by id
    on conflict (user_id, kind, case_id, connection_id, member_id) do update set
      what = excluded.what, actor_id = excluded.actor_id, status = excluded.status, event_id = excluded.event_id,
      at = excluded.at, place = excluded.place, read_at = null, done_at = null, snoozed_until = null,
      was = null
    where inbox_item.event_id < excluded.event_id
    returning id, user_id, kind
  `.execute(tx);
  return rows;
}

/** The notices about requests of connections, invitations to groups, and the answers to them. */
async function aboutPartner(tx: Tx, { name, ids }: FiledEvent): Promise<NewNotice[]> {
  switch (name) {
    case 'contact_requested':
    case 'contact_accepted': {
      const connection = await tx
        .selectFrom('connection')
        .select(['id', 'owner_id', 'user_id'])
        .where('id', '=', Number(ids.connection))
        .executeTakeFirst();
      if (!connection?.user_id) return [];
      const { id: connectionId, owner_id: owner, user_id: partner } = connection;
      return name === 'contact_requested'
        ? [{ kind: 'request', what: 'connection', connectionId, by: owner, people: [partner] }]
        : [{ kind: 'request', what: 'connected', connectionId, by: partner, people: [owner] }];
    }
    case 'sguser_requested':
    case 'sguser_accepted': {
      const member = await tx
        .selectFrom('group_member')
        .innerJoin('share_group', 'share_group.id', 'group_member.group_id')
        .select(['group_member.id', 'group_member.user_id', 'share_group.owner_id'])
        .where('group_member.id', '=', Number(ids.member))
        .executeTakeFirst();
      if (!member?.user_id) return [];
      const { id: memberId, owner_id: owner, user_id: mate } = member;
      return name === 'sguser_requested'
        ? [{ kind: 'request', what: 'group', memberId, by: owner, people: [mate] }]
        : [{ kind: 'request', what: 'joined', memberId, by: mate, people: [owner] }];
    }
    default:
      return [];
  }
}
