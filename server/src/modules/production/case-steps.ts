import type { CaseSteps } from '@cusp/contract/production';
import { stepsFor } from '@cusp/dental/production';
import type { DbOrTx, Tx } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { type CaseInHand, lockCase, visibleCase } from '../case-access/case-in-hand.sql.ts';
import { peopleAround } from '../case-access/circle.sql.ts';
import { requireNoHold } from '../case-access/holds.sql.ts';
import { audienceOf } from '../case-access/visible-cases.sql.ts';
import { nameOf } from '../people/person.present.ts';
import { type Mark, marksOf, planOf, typesOf } from './production.sql.ts';

type Parties = Pick<CaseInHand, 'id' | 'no' | 'side' | 'status' | 'recipient_id'>;

/** A completed case has no open steps; a case that is reopened can be worked on again. */
const isFinished = ({ status }: Pick<Parties, 'status'>) => status === 'COMP' || status === 'CLSD';

const isMaker = ({ side }: Pick<Parties, 'side'>) => side === 'OT';

interface Step {
  step: string;
  name: string;
  mark: Mark | null;
}

/**
 * The steps of a case: those that the plan of the recipient's practice currently requires, and all that were done. Done
 * steps stay when the plan or the order change; a finished case has only these.
 */
async function stepsOf(db: DbOrTx, dentalCase: Parties): Promise<{ steps: Step[]; view: CaseSteps['view'] }> {
  const plan = await planOf(db, dentalCase.recipient_id);
  const planned = stepsFor(plan.steps, await typesOf(db, dentalCase.id));
  const marks = await marksOf(db, dentalCase.id);
  const current = planned.map(({ step, name }) => ({
    step,
    name,
    mark: marks.find((mark) => mark.step === step) ?? null,
  }));
  const others = marks
    .filter(({ step }) => !planned.some((each) => each.step === step))
    .map((mark) => ({ step: mark.step, name: mark.name, mark }));
  const steps = [...others, ...current];
  return {
    steps: isFinished(dentalCase) ? steps.filter(({ mark }) => mark !== null) : steps,
    view: plan.view,
  };
}

async function present(db: DbOrTx, dentalCase: Parties, actor: Actor): Promise<CaseSteps> {
  const { steps, view } = await stepsOf(db, dentalCase);
  const is_maker = isMaker(dentalCase);
  const { no } = dentalCase;
  if (!is_maker && view === 'nothing')
    return { no, is_maker, steps: [], done: 0, total: 0, next: null, may_mark: false, view };
  const next = steps.find(({ mark }) => mark === null);
  return {
    no,
    is_maker,
    steps:
      is_maker || view === 'steps'
        ? steps.map(({ step, name, mark }) => ({
            step,
            name,
            mark: mark && {
              id: mark.id,
              at: mark.done_at.toISOString(),
              by: is_maker ? nameOf(mark.person) : null,
            },
          }))
        : [],
    done: steps.filter(({ mark }) => mark !== null).length,
    total: steps.length,
    next: next ? { step: next.step, name: next.name } : null,
    may_mark: is_maker && !isFinished(dentalCase) && !actor.support && !actor.isGuest,
    view,
  };
}

/** The steps of a case as the reader's side sees them. */
export async function readSteps({ db }: Services, actor: Actor, caseId: number): Promise<CaseSteps> {
  return present(db, await visibleCase(db, actor.userId, caseId), actor);
}

/** Marks a step as done. It is marked once, even by repeated or concurrent requests. */
export const markStep = (services: Services, actor: Actor, caseId: number, step: string) =>
  inTransaction(services, actor, async (work) => {
    const dentalCase = await lockForWork(work.tx, actor, caseId);
    const { steps } = await stepsOf(work.tx, dentalCase);
    const found = steps.find((each) => each.step === step);
    if (!found) throw new Refusal('step_gone');
    if (!found.mark) {
      const { id } = await work.tx
        .insertInto('case_step')
        .values({ case_id: caseId, step, name: found.name, done_by: actor.userId })
        .returning('id')
        .executeTakeFirstOrThrow();
      await noteSteps(work, dentalCase, { action: 'step_marked', id, step });
    }
    return { ...(await present(work.tx, dentalCase, actor)), was_done: found.mark !== null };
  });

/** Removes a mark. A mark that is already gone, or was set again since, is not changed. */
export const unmarkStep = (services: Services, actor: Actor, caseId: number, mark: number) =>
  inTransaction(services, actor, async (work) => {
    const dentalCase = await lockForWork(work.tx, actor, caseId);
    await requireNoHold(work.tx, caseId);
    const removed = await work.tx
      .deleteFrom('case_step')
      .where('case_id', '=', caseId)
      .where('id', '=', mark)
      .returning(['id', 'step'])
      .executeTakeFirst();
    if (removed) await noteSteps(work, dentalCase, { action: 'step_unmarked', ...removed });
    return present(work.tx, dentalCase, actor);
  });

async function lockForWork(tx: Tx, actor: Actor, caseId: number): Promise<CaseInHand> {
  const dentalCase = await lockCase(tx, actor.userId, caseId);
  if (!isMaker(dentalCase)) throw new Refusal('steps_recipient_only');
  if (isFinished(dentalCase)) throw new Refusal('steps_finished');
  return dentalCase;
}

/** Notifies the side that works on the case, and the other one only if it sees steps. */
async function noteSteps(
  work: Work,
  { id: caseId, recipient_id }: Parties,
  { action, id, step }: { action: 'step_marked' | 'step_unmarked'; id: number; step: string },
): Promise<void> {
  const { view } = await planOf(work.tx, recipient_id);
  const makers = await peopleAround(work.tx, [recipient_id]);
  const everybody = await audienceOf(work.tx, { id: caseId });
  const audience = view === 'nothing' ? everybody.filter((person) => makers.includes(person)) : everybody;
  await work.record({ name: 'step_marked', caseId, audience });
  await work.audit({ action, caseId, object: { type: 'case_step', id }, detail: { step } });
}
