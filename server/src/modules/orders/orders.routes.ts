import * as contract from '@cusp/contract/orders';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/serve.ts';
import type { Services } from '../../platform/services.ts';
import { answerProposal, withdrawProposal } from './answer-proposal.ts';
import { duplicateCase } from './duplicate-case.ts';
import { editOrder } from './edit-order.ts';
import { readOrder } from './read-order.ts';

export function registerOrdersRoutes(app: FastifyInstance, services: Services): void {
  serve(app, contract.getOrder, async ({ actor, params }) => {
    const order = await readOrder(services, actor, params.id);
    app.readLog.add(actor, params.id);
    return order;
  });
  serve(app, contract.editOrder, ({ actor, params, body }) =>
    editOrder(services, actor, { caseId: params.id, ...body }),
  );
  serve(app, contract.duplicateCase, async ({ actor, params, body }) => {
    const draft = await duplicateCase(services, actor, { caseId: params.id, key: body.key });
    // The draft has the patient of the case.
    app.readLog.addPart(actor, params.id);
    return draft;
  });
  serve(app, contract.answerProposal, ({ actor, params, body }) =>
    answerProposal(services, actor, { caseId: params.id, proposalId: params.proposal, ...body }),
  );
  serve(app, contract.withdrawProposal, ({ actor, params }) =>
    withdrawProposal(services, actor, params.id, params.proposal),
  );
}
