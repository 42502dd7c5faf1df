import { fullName } from '@cusp/text/names';
import { emailOf } from '../demo-accounts.ts';
import { hashPassword } from '../modules/identity/hashing/password-hash.ts';
import { issueToken } from '../modules/invitations/invitation-token.ts';
import { NOBODY } from '../platform/http/actor.ts';
import type { Services } from '../platform/services.ts';
import { inTransaction } from '../platform/work.ts';
import { type Cast, DEMO_PASSWORD, type DemoPerson } from './cast.ts';

/** Ids of the people of the demo by key. */
export type DemoPeople = ReadonlyMap<string, number>;

/** Creates activated accounts; their notification mails are off while the past is being created. */
export async function addPeople(services: Services, cast: Pick<Cast, 'people'>): Promise<DemoPeople> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const people = new Map<string, number>();
  for (const person of cast.people) {
    const email = emailOf(person.key);
    const { id } = await services.db
      .insertInto('app_user')
      .values({
        email,
        email_key: email,
        password_hash: passwordHash,
        first_name: person.first,
        last_name: person.last,
        role: person.role,
        institution: person.institution,
        country: person.country,
        address: person.address,
        phone: person.phone,
        phone_verified: person.phone !== '',
        language: person.language,
        region: services.config.region,
        region_set_at: new Date(),
        activated_at: new Date(),
        deleted_at: null,
        post_publish_email: false,
        post_edit_email: false,
        comment_add_email: false,
        ...(person.flag ? { [person.flag]: true } : {}),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    people.set(person.key, id);
    if (person.role === 'Dental Lab') await addLab(services, id, person);
  }
  return people;
}

async function addLab({ db }: Services, userId: number, person: DemoPerson): Promise<void> {
  const listed = await db
    .selectFrom('lab')
    .select('id')
    .where('company_name', '=', person.institution)
    .executeTakeFirst();
  if (listed) return;
  await db
    .insertInto('lab')
    .values({
      user_id: userId,
      name: person.institution,
      email: emailOf(person.key),
      company_name: person.institution,
      company_address: person.address,
      contact_name: fullName(person.first, person.last),
      contact_email: emailOf(person.key),
      contact_phone: person.phone,
      logo_key: null,
      country: person.country,
    })
    .execute();
}

export const idOf = (people: DemoPeople, key: string): number => {
  const id = people.get(key);
  if (id === undefined) throw new Error(`${key} is not in the demo`);
  return id;
};

/** Creates share groups, and connections in all their states. */
export async function addGroupsAndConnections(
  services: Services,
  { groups, connections }: Pick<Cast, 'groups' | 'connections'>,
  people: DemoPeople,
): Promise<void> {
  await inTransaction(services, NOBODY, async (work) => {
    for (const group of groups) {
      const ownerId = idOf(people, group.owner);
      const { id } = await work.tx
        .insertInto('share_group')
        .values({ name: group.name, owner_id: ownerId })
        .returning('id')
        .executeTakeFirstOrThrow();
      for (const [keys, status] of [
        [group.members, 'ACCD'],
        [group.invited, 'REQD'],
      ] as const) {
        for (const key of keys) {
          const row = await work.tx
            .insertInto('group_member')
            .values({
              group_id: id,
              user_id: idOf(people, key),
              email: emailOf(key),
              email_key: emailOf(key),
              requester_id: ownerId,
              status,
              token_hash: null,
              token_expires_at: null,
            })
            .returning(['id', 'token_hash', 'token_expires_at'])
            .executeTakeFirstOrThrow();
          if (status === 'REQD') {
            const { columns } = issueToken(services, 'group', row);
            await work.tx.updateTable('group_member').set(columns).where('id', '=', row.id).execute();
          }
        }
      }
    }
    for (const connection of connections) {
      const row = await work.tx
        .insertInto('connection')
        .values({
          owner_id: idOf(people, connection.from),
          user_id: idOf(people, connection.to),
          email: emailOf(connection.to),
          email_key: emailOf(connection.to),
          pair_key: [emailOf(connection.from), emailOf(connection.to)].sort().join(' '),
          status: connection.status,
          is_locked: connection.isLocked ?? false,
          message: connection.message,
          token_hash: null,
          token_expires_at: null,
        })
        .returning(['id', 'token_hash', 'token_expires_at'])
        .executeTakeFirstOrThrow();
      if (connection.status === 'REQD') {
        const { columns } = issueToken(services, 'connection', row);
        await work.tx.updateTable('connection').set(columns).where('id', '=', row.id).execute();
      }
    }
  });
}
