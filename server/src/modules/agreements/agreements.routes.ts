import * as contract from '@cusp/contract/agreements';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/serve.ts';
import type { Services } from '../../platform/services.ts';
import { acceptAgreement } from './accept-agreement.ts';
import { acceptedText, showAgreements } from './show-agreements.ts';

export function registerAgreementsRoutes(app: FastifyInstance, services: Services): void {
  serve(app, contract.showAgreements, ({ actor, query }) => showAgreements(services, actor, query.language));
  serve(app, contract.acceptedAgreement, ({ actor, params }) => acceptedText(services, actor, params.id));
  serve(app, contract.acceptAgreement, async ({ actor, body }) => {
    await acceptAgreement(services, actor, body);
    return {};
  });
}
