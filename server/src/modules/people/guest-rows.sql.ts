import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { emailKey } from '../../platform/mail/email-key.ts';
import { isFuture } from '../../platform/region/peer-clock.ts';
import { moveAddress } from './move-address.ts';

/** Columns of a guest: enough for names in histories, for mails about cases, and for ending links of blocked people. */
export const GUEST = sql`id, email, first_name, last_name, role, institution, country, language, brand, region, region_set_at,
  post_publish_email, post_edit_email, comment_add_email, comment_edit_email, activated_at, deleted_at, blocked_at,
  created_at`;

/** Columns that the other region may change for its people here. */
const STATED = [
  'email',
  'first_name',
  'last_name',
  'role',
  'institution',
  'country',
  'language',
  'region',
  'post_publish_email',
  'post_edit_email',
  'comment_add_email',
  'comment_edit_email',
  'deleted_at',
  'blocked_at',
  'blocked_by',
];

/**
 * Whether a person lives in the other region, and the stored data is not newer than `at`. Names of an import belong to
 * the practice that imported them.
 */
const isNews = (person: string, at: string) => {
  const known = sql.ref(`${person}.person_stated_at`);
  return sql<boolean>`(${sql.ref(`${person}.presence`)} in ('guest', 'moved')
    and (${known} is null or ${known} <= ${at}::timestamptz or ${isFuture(known)}))`;
};

/** Guests whose stored address differs from the one that their home states. */
async function addressesToMove(tx: Tx, people: string, at: string) {
  const { rows } = await sql<{ id: number; former: string; email: string }>`
    select known.id, known.email as former, stated.email
    from app_user as known join json_populate_recordset(null::app_user, ${people}::json) as stated on stated.id = known.id
    where known.email <> stated.email and stated.deleted_at is null and ${isNews('known', at)}
    order by known.id for update of known
  `.execute(tx);
  return rows;
}

/**
 * Stores people of the other region (JSON rows of `GUEST` that it read at `at`), with the names that they have there.
 * People who live here, and those with newer stored data, are not changed. With `onlyKnown` no people are added.
 */
export async function takePeople(
  tx: Tx,
  people: string,
  { at, onlyKnown = false }: { at: string; onlyKnown?: boolean },
): Promise<void> {
  const moved = await addressesToMove(tx, people, at);
  // The staff who blocked a person have no row here, so `blocked_by` names the person.
  await sql`
    insert into app_user (id, email, email_key, first_name, last_name, role, institution, country, language, brand, region,
      region_set_at, post_publish_email, post_edit_email, comment_add_email, comment_edit_email, activated_at, deleted_at,
      created_at, blocked_at, blocked_by, presence, person_stated_at, closes_at)
    select id, email, 'guest:' || id, first_name, last_name, role, institution, country, language, brand, region,
      region_set_at, post_publish_email, post_edit_email, comment_add_email, comment_edit_email, activated_at, deleted_at,
      created_at, blocked_at, case when blocked_at is not null then id end, 'guest', ${at}::timestamptz, case when deleted_at is not null then now() end
    from json_populate_recordset(null::app_user, ${people}::json)
    where not ${onlyKnown} or id in (select known.id from app_user as known)
    order by id
    on conflict (id) do update
      set person_stated_at = excluded.person_stated_at,
        -- Housekeeping then removes their copies of cases, also if a move has brought more of them.
        closes_at = excluded.closes_at,
        ${sql.join(STATED.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}
      where ${isNews('app_user', at)}
  `.execute(tx);
  // A later owner of the former address must not get the connections of this person.
  for (const { id, former, email } of moved)
    await moveAddress(tx, { id, from: emailKey(former), to: emailKey(email), email });
}
