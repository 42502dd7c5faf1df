import * as contract from '@cusp/contract/closing';
import { handOverGroup as handOver } from '@cusp/contract/share-groups';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/serve.ts';
import type { Services } from '../../platform/services.ts';
import { closeAccount, showClosing } from './close-account.ts';
import { handOverGroup } from './hand-over-group.ts';

export function registerClosingRoutes(app: FastifyInstance, services: Services): void {
  serve(app, contract.showClosing, ({ actor }) => showClosing(services, actor));
  serve(app, contract.closeAccount, ({ actor, body }) => closeAccount(services, actor, body));
  serve(app, handOver, ({ actor, params, body: { member, ...proof } }) =>
    handOverGroup(services, actor, { id: params.id, member, proof }),
  );
}
