import * as contract from '@cusp/contract/production';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/serve.ts';
import type { Services } from '../../platform/services.ts';
import { markStep, readSteps, unmarkStep } from './case-steps.ts';
import { setPlan, showPlan } from './plan.ts';

export function registerProductionRoutes(app: FastifyInstance, services: Services): void {
  serve(app, contract.showPlan, ({ actor }) => showPlan(services, actor));
  serve(app, contract.setPlan, ({ actor, body }) => setPlan(services, actor, body));
  serve(app, contract.caseSteps, ({ actor, params }) => readSteps(services, actor, params.id));
  serve(app, contract.markStep, ({ actor, params, body }) => markStep(services, actor, params.id, body.step));
  serve(app, contract.unmarkStep, ({ actor, params }) => unmarkStep(services, actor, params.id, params.mark));
}
