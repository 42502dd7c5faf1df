import { sql } from 'kysely';
import { recipientIdsOf } from '../modules/connections/connections.sql.ts';
import { createConnection, createGroup, createLabUser, createUser } from './factories.ts';
import type { TestApp } from './test-app.ts';

/** Ids of the people that a person can send cases to. */
export async function recipientIds(t: TestApp, userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from ${recipientIdsOf(userId)} people`.execute(
    t.services.db,
  );
  return rows.map((row) => row.id);
}

/** A clinic with a mate in its group, connected with a lab that has a mate too. */
export async function connectedPractice(t: TestApp) {
  const [me, mate] = [await createUser(t.services), await createUser(t.services)];
  const [lab, technician] = [
    await createLabUser(t.services, { institution: 'Zähne & Söhne' }),
    await createLabUser(t.services),
  ];
  await createGroup(t.services, me, [mate]);
  await createGroup(t.services, lab, [technician]);
  const link = await createConnection(t.services, me, lab);
  return { me, mate, lab, technician, link };
}
