import type { CARRIER_CODES } from '@cusp/contract/carriers';
import type { PlanStep, StepView } from '@cusp/dental/production';
import type { Generated, JSONColumnType } from 'kysely';

/** The steps in which a practice works on cases. */
export interface ProductionPlanTable {
  /** The owner of the group, or a person without one. */
  owner_id: number;
  steps: JSONColumnType<readonly PlanStep[]>;
  /** The step as the other side sees it. */
  shown: StepView;
  version: number;
}

/** A step that is done. */
export interface CaseStepTable {
  id: Generated<number>;
  case_id: number;
  step: string;
  /** Its name when it was done, because plans change; '' for the default name of a known step. */
  name: string;
  done_by: number;
  done_at: Generated<Date>;
}

/** A shipment of the lab with its carrier. */
export interface CaseShipmentTable {
  id: Generated<number>;
  case_id: number;
  /** Key that the browser generated; repeating it adds no second shipment. */
  client_key: string;
  carrier: (typeof CARRIER_CODES)[number];
  /** Name of another carrier; '' for known ones. */
  carrier_name: string;
  number: string;
  link: string;
  sent_by: number;
  sent_at: Generated<Date>;
}
