import { isKnownStep, STEP_VIEWS } from '@cusp/dental/production';
import { RESTORATION_TYPE_CODES } from '@cusp/dental/restorations';
import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { BLANK } from './identity.ts';
import * as routes from './production.routes.ts';
import { Id, line, Moment, Version } from './wire.ts';

const { steps: STEPS, name: NAME } = routes.PLAN_LIMITS;

/** A known step, or the id that the browser generated for one of the lab’s own. */
const StepKey = z.string().regex(/^[a-z0-9_-]{1,36}$/);
const StepView = z.enum(STEP_VIEWS);

const PlanStep = z.object({
  step: StepKey,
  /** '' for the default name of a known step. */
  name: line(NAME),
  /** Types of restoration that need it; empty for all. */
  types: z.array(z.enum(RESTORATION_TYPE_CODES)).max(RESTORATION_TYPE_CODES.length),
});
export type PlanStep = z.infer<typeof PlanStep>;

/** Steps in their order, each once, and each with a name. */
const Plan = z
  .array(PlanStep)
  .max(STEPS)
  .superRefine((steps, check) => {
    const seen = new Set<string>();
    for (const [at, { step, name }] of steps.entries()) {
      if (seen.has(step)) check.addIssue({ code: 'custom', message: 'Twice.', path: [at, 'step'] });
      if (name === '' && !isKnownStep(step))
        check.addIssue({ code: 'custom', message: BLANK, path: [at, 'name'] });
      seen.add(step);
    }
  });

export const showPlan = endpoint(routes.showPlan, {
  summary: 'The steps in which one’s practice works on cases, and what the other side sees of them',
  reply: z.object({
    steps: z.array(PlanStep),
    /** The step as the other side sees it. */
    view: StepView,
    /** To be sent with a change; 0 until steps have been chosen. */
    version: z.number().int(),
    may_change: z.boolean(),
  }),
});

export const setPlan = endpoint(routes.setPlan, {
  summary: 'Choose the steps of one’s practice, and what the other side sees of them',
  body: z.object({ steps: Plan, view: StepView, version: Version }),
  reply: z.object({ version: z.number().int() }),
});

const StepName = z.object({ step: z.string(), name: z.string() });

const CaseStep = StepName.extend({
  /** Null while it is not done. */
  mark: z
    .object({
      id: z.number().int(),
      at: Moment,
      /** Null for the other side; '' for a deleted account. */
      by: z.string().nullable(),
    })
    .nullable(),
});
export type CaseStep = z.infer<typeof CaseStep>;

/** The steps of a case as far as the reader’s side may see them. */
const CaseSteps = z.object({
  no: z.string(),
  /** Whether the reader is on the side that works on the case. */
  is_maker: z.boolean(),
  /** Empty if the reader sees only the progress of the work, or nothing. */
  steps: z.array(CaseStep),
  done: z.number().int(),
  total: z.number().int(),
  /** The first step that is not done; null if all are done, and on completed and closed cases. */
  next: StepName.nullable(),
  may_mark: z.boolean(),
  /** The step as the other side sees it, or the reader if they are on that side. */
  view: StepView,
});
export type CaseSteps = z.infer<typeof CaseSteps>;

const params = z.object({ id: Id });

export const caseSteps = endpoint(routes.caseSteps, {
  summary:
    'The steps of the work on a case, who did them and when; for the other side what the lab lets it see',
  params,
  reply: CaseSteps,
});

export const markStep = endpoint(routes.markStep, {
  summary: 'Mark a step as done; one that is done stays as it is',
  params,
  body: z.object({ step: StepKey }),
  reply: CaseSteps.extend({
    /** The step was already done according to its mark. */
    was_done: z.boolean(),
  }),
  perMinute: 120,
});

export const unmarkStep = endpoint(routes.unmarkStep, {
  summary: 'Take a mark back; a later mark of the same step stays',
  params: z.object({ id: Id, mark: Id }),
  reply: CaseSteps,
  perMinute: 120,
});
