import * as contract from '@cusp/contract/region-visit';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/serve.ts';
import type { Services } from '../../platform/services.ts';
import { registerPlannedMails } from '../case-mails/planned-elsewhere.ts';
import { registerVisitCalls } from '../identity/visit-calls.ts';
import { beginVisit, registerVisit } from './begin-visit.ts';
import { registerCircleCalls } from './circle-calls.ts';
import { createGuestCases, registerGuestCases } from './guest-cases.ts';

export async function registerRegionVisitRoutes(app: FastifyInstance, services: Services): Promise<void> {
  registerVisit(app, services);
  registerVisitCalls(app, services);
  registerCircleCalls(app, services);
  registerGuestCases(app, services);
  registerPlannedMails(app, services);
  const countGuestCases = createGuestCases(services);
  serve(app, contract.guestCases, ({ actor }) => countGuestCases(actor));
  serve(app, contract.startVisit, ({ actor, body }) => beginVisit(services, actor, body.codeChallenge));
}
