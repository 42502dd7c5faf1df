import * as contract from '@cusp/contract/email-change';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/serve.ts';
import { visitorOf } from '../../platform/http/visitor.ts';
import type { Services } from '../../platform/services.ts';
import { answerEmailChange } from './answer-email-change.ts';
import { refuseOwnEmailChange } from './own-email-change.ts';

export function registerEmailChangeRoutes(app: FastifyInstance, services: Services): void {
  serve(app, contract.answerEmailChange, async ({ body, request }) => ({
    state: await answerEmailChange(services, visitorOf(request), body),
  }));
  serve(app, contract.refuseOwnEmailChange, async ({ actor }) => {
    await refuseOwnEmailChange(services, actor);
    return {};
  });
}
