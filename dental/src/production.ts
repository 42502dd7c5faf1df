import { isRestorationType, RESTORATION_TYPE_CODES } from './restorations.ts';

/** Steps of the default plan. They have names in every language; all other steps are named by the lab. */
const KNOWN_STEPS = [
  'scan_check',
  'design',
  'milling',
  'printing',
  'sintering',
  'staining',
  'finishing',
  'quality',
] as const;
type KnownStep = (typeof KNOWN_STEPS)[number];

export const isKnownStep = (step: string): step is KnownStep =>
  (KNOWN_STEPS as readonly string[]).includes(step);

type TypeCode = (typeof RESTORATION_TYPE_CODES)[number];

/** A step of a lab's work, in the order in which the lab takes them. */
export interface PlanStep {
  /** Identifies the step, also after it was renamed. */
  step: string;
  /** The lab's own name of the step; '' for the usual name of a known step. */
  name: string;
  /** Types of restoration that need it; empty for all. */
  types: readonly string[];
}

/**
 * Detail of a lab's steps that the other side sees. `stage`: the progress of the work. `steps`: each step and when, but
 * no names.
 */
export const STEP_VIEWS = ['nothing', 'stage', 'steps'] as const;
export type StepView = (typeof STEP_VIEWS)[number];

const LAYERED: readonly TypeCode[] = [
  'crown',
  'bridge_abutment',
  'pontic',
  'inlay_retainer',
  'adhesive_wing',
  'implant_crown',
  'screw_retained',
];
const SINTERED: readonly TypeCode[] = [...LAYERED, 'coping', 'telescopic_crown'];
const STAINED: readonly TypeCode[] = [...LAYERED, 'inlay', 'onlay', 'overlay', 'veneer'];
const MILLED: readonly TypeCode[] = [...new Set([...SINTERED, ...STAINED])].concat([
  'implant_abutment',
  'provisional',
]);
const PRINTED: readonly TypeCode[] = [
  'splint',
  'complete_denture',
  'surgical_guide',
  'custom_tray',
  'wax_up',
  'aligner_model',
  'working_model',
  'study_model',
];
const FINISHED = RESTORATION_TYPE_CODES.filter(
  (type) => !STAINED.includes(type) && !type.endsWith('model') && type !== 'wax_up',
);

const known = (step: KnownStep, types: readonly TypeCode[] = []): PlanStep => ({
  step,
  name: '',
  types: types.length === 0 ? [] : RESTORATION_TYPE_CODES.filter((type) => types.includes(type)),
});

/** The steps of a lab that has not chosen its own. */
export const USUAL_PLAN: readonly PlanStep[] = [
  known('scan_check'),
  known('design'),
  known('milling', MILLED),
  known('printing', PRINTED),
  known('sintering', SINTERED),
  known('staining', STAINED),
  known('finishing', FINISHED),
  known('quality'),
];

/** The steps that an order with these types of restoration needs. Words of foreign orders count as `other`. */
export function stepsFor(plan: readonly PlanStep[], types: readonly string[]): PlanStep[] {
  const codes = new Set<string>(types.map((type) => (isRestorationType(type) ? type : 'other')));
  return plan.filter((each) => each.types.length === 0 || each.types.some((type) => codes.has(type)));
}
