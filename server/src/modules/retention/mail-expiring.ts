import { PAGES } from '@cusp/contract/pages';
import { formatDay } from '@cusp/text/dates';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Doer } from '../../platform/http/actor.ts';
import { languageOrEnglish } from '../../platform/texts/load-texts.ts';
import type { Work } from '../../platform/work.ts';
import { type Kept, planPush } from '../inbox/plan-push.ts';

/** People of a practice who can read an announcement. */
export const readersOf = (tx: Tx, people: readonly number[]) =>
  tx
    .selectFrom('app_user')
    .select(['id', 'email', 'language', 'brand', 'first_name'])
    .where('id', 'in', people)
    .where('presence', '=', 'home')
    .where('deleted_at', 'is', null)
    .where('activated_at', 'is not', null)
    .orderBy('id')
    .execute();

type Reader = Awaited<ReturnType<typeof readersOf>>[number];

/**
 * One mail to all members of a practice, and one notice, even if they have switched these off, because data must not be
 * removed without their knowledge.
 */
export async function mailExpiring(
  work: Work<Doer>,
  readers: readonly Reader[],
  { count, day }: { count: number; day: string },
): Promise<void> {
  for (const reader of readers)
    await work.mail(reader, 'cases-expiring', {
      name: reader.first_name,
      count: String(count),
      day: formatDay(day, languageOrEnglish(reader.language)),
      link: `${PAGES.privacy}#retention`,
    });
  const ids = readers.map(({ id }) => id);
  const { rows } = await sql<Kept>`
    insert into inbox_item (user_id, kind, what, due, at, place)
    select id, 'deadline', 'expiring', ${day}::date, now(), now() from unnest(${ids}::bigint[]) as reader (id)
    on conflict (user_id, kind, case_id, connection_id, member_id) do update set
      what = excluded.what, due = excluded.due, at = excluded.at, place = excluded.place,
      read_at = null, done_at = null, snoozed_until = null, was = null
    returning id, user_id, kind
  `.execute(work.tx);
  await planPush(work, rows);
  await work.record({ name: 'inbox_changed', audience: ids });
}
