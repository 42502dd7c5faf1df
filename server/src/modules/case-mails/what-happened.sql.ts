import type { StatusCode } from '@cusp/contract/cases';
import type { EventName } from '@cusp/contract/event-names';
import { shownStatus } from '@cusp/dental/case-status';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { happenedSinceMaking } from '../../platform/db/log-partitions.ts';
import type { CaseNews } from '../../platform/mail/mail-request.ts';
import { partyOf } from '../people/person.present.ts';

type What = CaseNews['what'];

const OF_STATUS: Record<string, What> = {
  OPEN: 'opened',
  PROC: 'started',
  COMP: 'completed',
  REOP: 'reopened',
  CLSD: 'closed',
};

const OF_EVENT: Partial<Record<EventName, What>> = {
  change_proposed: 'proposed',
  change_declined: 'declined',
  change_withdrawn: 'withdrawn',
  post_modified: 'edited',
  files_uploaded: 'files',
  post_assignee_changed: 'assignee',
};

/** The most important first, because the first one is the subject of the mail. */
const ORDER: readonly What[] = [
  ...Object.values(OF_STATUS),
  ...Object.values(OF_EVENT).filter((what) => what !== undefined),
];

/** The id of the latest event of a case; the case's row must be locked. */
export async function latestEvent(tx: Tx, caseId: number): Promise<number> {
  const row = await tx
    .selectFrom('event')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('case_id', '=', caseId)
    .where(happenedSinceMaking(caseId))
    .executeTakeFirst();
  return Number(row?.id ?? 0);
}

/**
 * Changes by others in a case since an event that the receiver may have seen: the last status, and each other kind of
 * change once per person, with the number of files. Null if all of it was undone.
 */
export async function whatHappened(
  tx: Tx,
  { caseId, userId, since }: { caseId: number; userId: number; since: number },
): Promise<CaseNews[] | null> {
  const happened = await tx
    .selectFrom('event')
    .innerJoin('app_user as actor', 'actor.id', 'event.actor_id')
    .select(['event.name', 'event.change', 'event.ids', 'actor.id', 'first_name', 'last_name', 'institution'])
    .select(['picture_key', 'actor.deleted_at'])
    .where('case_id', '=', caseId)
    .where('event.id', '>=', since)
    .where(happenedSinceMaking(caseId))
    .where('actor_id', '<>', userId)
    .where(sql<boolean>`${userId} = any(audience)`)
    .orderBy('event.id')
    .execute();
  const events = withoutUndone(happened);
  if (happened.length > 0 && events.length === 0) return null;
  const news = new Map<string, CaseNews>();
  for (const event of events) {
    const status = event.name === 'post_status_modified';
    const what = status ? OF_STATUS[event.change?.to ?? ''] : OF_EVENT[event.name];
    if (!what) continue;
    // `id` is that of the person.
    const key = status ? 'status' : `${what}:${event.id}`;
    const files = Array.isArray(event.ids.files) ? event.ids.files.length : 1;
    const before = status ? 0 : (news.get(key)?.count ?? 0);
    news.set(key, { what, by: partyOf(event), count: before + files });
  }
  return [...news.values()].sort((a, b) => ORDER.indexOf(a.what) - ORDER.indexOf(b.what));
}

interface Happened {
  name: EventName;
  change: { from: string; to: string } | null;
  ids: Record<string, number | number[]>;
}

const shown = (code: string) => shownStatus(code as StatusCode);

/** Old and new value of a change of status or of the assignee; null for other events. */
function replacedBy({ name, change, ids }: Happened): { kind: EventName; from: unknown; to: unknown } | null {
  if (name === 'post_status_modified' && change)
    return { kind: name, from: shown(change.from), to: shown(change.to) };
  if (name === 'post_assignee_changed' && ids.was !== undefined)
    return { kind: name, from: ids.was, to: ids.assignee ?? 0 };
  return null;
}

/** Leaves out changes of status and of the assignee that together changed nothing. */
function withoutUndone<E extends Happened>(events: readonly E[]): E[] {
  const changes = events.flatMap((event) => replacedBy(event) ?? []);
  const isUndone = (kind: EventName) => {
    const ofKind = changes.filter((change) => change.kind === kind);
    return ofKind.length > 0 && ofKind[0]?.from === ofKind.at(-1)?.to;
  };
  return events.filter((event) => {
    const change = replacedBy(event);
    return !change || !isUndone(change.kind);
  });
}
