import type { ExportedCase } from '@cusp/contract/exported-case';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { emailKey } from '../../platform/mail/email-key.ts';
import type { Services } from '../../platform/services.ts';

type Person = ExportedCase['people'][number];
type Side = NonNullable<Person['side']>;

/** The practice that imports. */
export interface Practice {
  ownerId: number;
  /** Its people by the key of their address. */
  accounts: ReadonlyMap<string, number>;
  /** Addresses of the export, by their keys, and the addresses here of the people that take their place. */
  aliases: ReadonlyMap<string, string>;
}

/** The account of the practice that a person of the export has; null for everybody else. */
export function accountOf({ accounts, aliases }: Practice, { email }: Person): number | null {
  if (email === null) return null;
  const key = emailKey(email);
  return accounts.get(aliases.get(key) ?? key) ?? null;
}

/**
 * The people of the practice that a case needs an account of: its author or recipient who has an address but no
 * account.
 */
export function missingAccounts(practice: Practice, json: ExportedCase): string[] {
  const parties = json.people.filter(({ key }) => key === json.author || key === json.recipient);
  if (parties.some((person) => accountOf(practice, person) !== null)) return [];
  return parties.flatMap(({ email }) => email ?? []);
}

/**
 * Ids of the people of a case, by their keys. People of the practice are its accounts. All others become names: rows
 * without an address, which cannot sign in and receive nothing, even if the person has an account here.
 */
export async function peopleOf(
  { config }: Services,
  tx: Tx,
  practice: Practice,
  json: ExportedCase,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  const taken = new Set<number>();
  for (const person of json.people) {
    const account = accountOf(practice, person);
    const id = account ?? (await nameFor(tx, practice.ownerId, person, { taken, region: config.region }));
    taken.add(id);
    ids.set(person.key, id);
  }
  for (const [side, party] of [
    ['author', json.author],
    ['recipient', json.recipient],
  ] as const) {
    const partyId = ids.get(party);
    const isNamed = json.people.some(
      (person) => person.key === party && accountOf(practice, person) === null,
    );
    if (partyId === undefined || !isNamed) continue;
    for (const person of json.people)
      if (person.key !== party && person.side === side && accountOf(practice, person) === null)
        await joinNames(tx, partyId, ids.get(person.key) ?? 0);
  }
  return ids;
}

/** The same name is the same person in all cases of a practice; two people of one name in a case stay two. */
async function nameFor(
  tx: Tx,
  ownerId: number,
  { first_name, last_name, institution, side }: Person,
  { taken, region }: { taken: ReadonlySet<number>; region: 'us' | 'eu' },
): Promise<number> {
  const known = await tx
    .selectFrom('app_user')
    .select('id')
    .where('imported_for', '=', ownerId)
    .where('first_name', '=', first_name)
    .where('last_name', '=', last_name)
    .where('institution', '=', institution)
    .where('id', 'not in', [0, ...taken])
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (known) return known.id;
  const isDeleted = first_name === '' && last_name === '';
  const { id } = await tx
    .insertInto('app_user')
    .values({
      email: '',
      email_key: sql`'named:' || gen_random_uuid()`,
      first_name,
      last_name,
      institution,
      role: ROLES[side ?? 'none'],
      country: '',
      region,
      region_set_at: null,
      presence: 'named',
      imported_for: ownerId,
      activated_at: null,
      deleted_at: isDeleted ? sql`now()` : null,
      post_publish_email: false,
      post_edit_email: false,
      comment_add_email: false,
      comment_edit_email: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const ROLES: Record<Side | 'none', 'Dental Clinic' | 'Dental Lab' | 'Other'> = {
  author: 'Dental Clinic',
  recipient: 'Dental Lab',
  none: 'Other',
};

/**
 * Names of one side are a group, so that pages show whose side they were on. People who are in a group already stay
 * there.
 */
async function joinNames(tx: Tx, partyId: number, mateId: number): Promise<void> {
  await sql`
    insert into share_group (name, owner_id)
    select '', ${partyId} where not exists (
      select from group_member where user_id = ${partyId} and status = 'ACCD'
    )
    on conflict (owner_id) do nothing
  `.execute(tx);
  await sql`
    insert into group_member (group_id, user_id, email, email_key, requester_id, status)
    select id, ${mateId}, '', 'named:' || ${String(mateId)}::text, owner_id, 'ACCD' from share_group
    where (owner_id = ${partyId} or id in (
      select group_id from group_member where user_id = ${partyId} and status = 'ACCD'
    ))
      and owner_id <> ${mateId}
      and not exists (select from share_group as own where own.owner_id = ${mateId})
    on conflict do nothing
  `.execute(tx);
}
