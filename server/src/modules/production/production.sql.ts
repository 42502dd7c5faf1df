import { type PlanStep, type StepView, USUAL_PLAN } from '@cusp/dental/production';
import type { DbOrTx } from '../../platform/db/database.ts';
import { practiceIdOf } from '../case-access/circle.sql.ts';
import type { PersonRow } from '../people/person.present.ts';
import { personJson } from '../people/person.sql.ts';

export interface Plan {
  steps: readonly PlanStep[];
  view: StepView;
  /** 0 until a plan has been chosen. */
  version: number;
}

/** The plan of a person's practice; the default one for labs that have not chosen any. */
export async function planOf(db: DbOrTx, userId: number): Promise<Plan & { ownerId: number }> {
  const ownerId = await practiceIdOf(db, userId);
  const row = await db
    .selectFrom('app_user')
    .leftJoin('production_plan as plan', 'plan.owner_id', 'app_user.id')
    .select(['role', 'plan.steps', 'plan.shown', 'plan.version'])
    .where('app_user.id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return {
    ownerId,
    steps: row.steps ?? (row.role === 'Dental Lab' ? USUAL_PLAN : []),
    view: row.shown ?? 'nothing',
    version: row.version ?? 0,
  };
}

export interface Mark {
  id: number;
  step: string;
  name: string;
  done_at: Date;
  done_by: number;
  person: PersonRow | null;
}

/** The done steps of a case, in the order in which they were done. */
export const marksOf = (db: DbOrTx, caseId: number): Promise<Mark[]> =>
  db
    .selectFrom('case_step')
    .innerJoin('app_user as person', 'person.id', 'done_by')
    .select(['case_step.id', 'step', 'name', 'done_at', 'done_by'])
    .select(personJson('person').as('person'))
    .where('case_id', '=', caseId)
    .orderBy('done_at')
    .orderBy('case_step.id')
    .execute();

/** The types of restoration in the order of a case. */
export async function typesOf(db: DbOrTx, caseId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('restoration')
    .select('type')
    .distinct()
    .where('case_id', '=', caseId)
    .execute();
  return rows.map(({ type }) => type);
}
