import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { lockCase } from '../modules/case-access/case-in-hand.sql.ts';
import { removeForCircle } from '../modules/cases/remove-cases.ts';
import { internalActor } from '../platform/http/actor.ts';
import { inTransaction } from '../platform/work.ts';
import type { TestApp } from './test-app.ts';

type Person = { id: number };

/** Deletes cases as a person through the API; returns the id of the deletion. */
export async function removeAs(t: TestApp, person: Person, caseIds: readonly number[]): Promise<number> {
  const reply = await (await t.as(person)).delete('/v1/cases/0/remove/', { ids: caseIds });
  if (reply.statusCode !== 200) throw new Error(reply.body);
  return reply.json().deletion;
}

/** Deletes a case for the side of a person who may not delete it through the API, such as the recipient. */
export const removeForSideOf = (t: TestApp, person: Person, caseId: number): Promise<number> =>
  inTransaction(t.services, internalActor(person.id), async (work) => {
    const { id } = await lockCase(work.tx, person.id, caseId);
    return removeForCircle(work, [id]);
  });

export const undoAs = async (t: TestApp, person: Person, deletion: number): Promise<LightMyRequestResponse> =>
  (await t.as(person)).post(`/v1/case-deletions/${deletion}/undo/`);

/** Moves a deletion past the time in which it can be undone. */
export const letTimePass = (t: TestApp, deletion: number) =>
  t.services.db
    .updateTable('case_deletion')
    .set({ ends_at: sql`now() - interval '1 second'` })
    .where('id', '=', deletion)
    .execute();
