import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { lockCase } from '../modules/case-access/case-in-hand.sql.ts';
import { removeForCircle } from '../modules/cases/remove-cases.ts';
import { internalActor } from '../platform/http/actor.ts';
import { inTransaction } from '../platform/work.ts';
import type { TestApp } from './test-app.ts';

type Person = { id: number };

/** Deletes cases as a person does; what it gives is the deletion. */
export async function removeAs(t: TestApp, person: Person, caseIds: readonly number[]): Promise<number> {
  const reply = await (await t.as(person)).delete('/v1/cases/0/remove/', { ids: caseIds });
  if (reply.statusCode !== 200) throw new Error(reply.body);
  return reply.json().deletion;
}

/** Deletes a case for the side of a person whom the API does not let delete it, such as the recipient. */
export const removeForSideOf = (t: TestApp, person: Person, caseId: number): Promise<number> =>
  inTransaction(t.services, internalActor(person.id), async (work) => {
    const { id } = await lockCase(work.tx, person.id, caseId);
    return removeForCircle(work, [id]);
  });

export const undoAs = async (t: TestApp, person: Person, deletion: number): Promise<LightMyRequestResponse> =>
  (await t.as(person)).post(`/v1/case-deletions/${deletion}/undo/`);

/** As if the time in which a deletion can be undone were over. */
export const letTimePass = (t: TestApp, deletion: number) =>
  t.services.db
    .updateTable('case_deletion')
    .set({ ends_at: sql`now() - interval '1 second'` })
    .where('id', '=', deletion)
    .execute();
