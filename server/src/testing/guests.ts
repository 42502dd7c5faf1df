import type { Services } from '../platform/services.ts';
import { createUser } from './factories.ts';

interface Person {
  id: number;
}

const LEFT = { password_hash: null, picture_key: null, region: 'eu' } as const;

/** Turns a person who lived here into the row that a move leaves. */
export async function leaveFor({ db }: Services, { id }: Person, region: 'us' | 'eu' = 'eu') {
  return db
    .updateTable('app_user')
    .set({ ...LEFT, region, presence: 'moved', moved_at: new Date(), email_key: `guest:${id}` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A person of the other region who never had an account here. */
export async function createGuest(services: Services, overrides: Parameters<typeof createUser>[1] = {}) {
  const { id } = await createUser(services, overrides);
  return services.db
    .updateTable('app_user')
    .set({ ...LEFT, presence: 'guest', email_key: `guest:${id}` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The row that a region stores for a person at home in the other one, with the same id. */
export const admitGuest = (
  services: Services,
  home: Awaited<ReturnType<typeof createUser>>,
  presence: 'guest' | 'moved' = 'guest',
) =>
  createUser(services, {
    id: home.id,
    email: home.email,
    email_key: `guest:${home.id}`,
    first_name: home.first_name,
    last_name: home.last_name,
    role: home.role,
    institution: home.institution,
    country: home.country,
    language: home.language,
    region: home.region,
    presence,
    moved_at: presence === 'moved' ? new Date() : null,
  });
