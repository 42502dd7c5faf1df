import { sql } from 'kysely';
import { openSession } from '../../server/src/modules/identity/sessions.ts';
import { readConfig } from '../../server/src/platform/config/config.ts';
import { connect } from '../../server/src/platform/db/database.ts';
import type { Services } from '../../server/src/platform/services.ts';
import { inTransaction } from '../../server/src/platform/work.ts';
import { createLogger, startServices } from '../../server/src/start-services.ts';
import type { Ground } from './cusp.ts';

/** Runs a function with the product's services on that database, in this process. */
export async function withServices<T>(ground: Ground, work: (services: Services) => Promise<T>): Promise<T> {
  const config = readConfig({ DATA_DIR: ground.dataDir, SECRET_KEY: ground.secret });
  const running = await startServices(config, ground.urls, createLogger('silent'), { work: false });
  try {
    return await work(running.services);
  } finally {
    await running.close();
  }
}

/** Access tokens of people, with one session each. */
export const tokensOf = (ground: Ground, userIds: readonly number[]): Promise<string[]> =>
  withServices(ground, async (services) => {
    const origin = { ip: '127.0.0.1', userAgent: 'bench', requestId: null };
    const tokens: string[] = [];
    for (const userId of userIds) {
      const { access } = await inTransaction(services, origin, (work) => openSession(work, userId));
      tokens.push(access);
    }
    return tokens;
  });

/** Puts everybody into one share group owned by the first; returns its id. */
export async function groupOf(ground: Ground, userIds: readonly number[]): Promise<number> {
  const { db } = connect(ground.urls.owner, 1);
  const [owner, ...members] = userIds;
  const { rows } = await sql<{ id: number }>`
    insert into share_group (name, owner_id) values ('Group', ${owner}) returning id
  `.execute(db);
  const id = rows[0]?.id ?? 0;
  await sql`
    insert into group_member (group_id, user_id, email, email_key, requester_id, status)
    select ${id}, id, email, email_key, ${owner}, 'ACCD' from app_user where id = any(${members}::bigint[])
  `.execute(db);
  await db.destroy();
  return id;
}

export async function peopleOf(ground: Ground): Promise<number[]> {
  const { db } = connect(ground.urls.owner, 1);
  const people = await db.selectFrom('app_user').select('id').orderBy('id').execute();
  await db.destroy();
  return people.map(({ id }) => id);
}
