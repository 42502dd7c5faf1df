import { randomUUID } from 'node:crypto';
import type { MoveStep } from '../../platform/db/tables/moves.ts';
import type { Services } from '../../platform/services.ts';

/** A move of people to the EU, requested by the first of them, as stored before its commit. */
export async function createMove(
  { db }: Pick<Services, 'db'>,
  people: readonly { id: number }[],
  step: Extract<MoveStep, 'copying' | 'frozen'> = 'copying',
): Promise<string> {
  const circle = people.map(({ id }) => id);
  const [first] = circle;
  if (first === undefined) throw new Error('nobody to move');
  const id = randomUUID();
  await db
    .insertInto('region_move')
    .values({
      id,
      asked_by: first,
      circle,
      group_id: null,
      to_region: 'eu',
      country: 'DE',
      step,
      totals: JSON.stringify({ cases: 1, files: 0, bytes: 0 }),
      horizon: null,
      frozen_at: step === 'frozen' ? new Date() : null,
      statement: null,
      failure: null,
      committed_at: null,
      arrived_at: null,
      erased_at: null,
      ended_at: null,
    })
    .execute();
  await db
    .insertInto('moving_person')
    .values(circle.map((user) => ({ user_id: user, move_id: id, is_frozen: step === 'frozen' })))
    .execute();
  return id;
}
