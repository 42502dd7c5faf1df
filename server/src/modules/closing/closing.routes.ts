import * as contract from '@cusp/contract/closing';
import * as groups from '@cusp/contract/share-groups';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/serve.ts';
import type { Services } from '../../platform/services.ts';
import { closeAccount, showClosing } from './close-account.ts';
import { acceptOffer } from './hand-over-group.ts';
import { declineOffer, offerGroup, withdrawOffer } from './offer-group.ts';
import { registerRemainsCall } from './remains-elsewhere.ts';

export function registerClosingRoutes(app: FastifyInstance, services: Services): void {
  registerRemainsCall(app, services);
  serve(app, contract.showClosing, ({ actor }) => showClosing(services, actor));
  serve(app, contract.closeAccount, ({ actor, body }) => closeAccount(services, actor, body));
  serve(app, groups.offerGroup, ({ actor, params, body: { member, ...proof } }) =>
    offerGroup(services, actor, { id: params.id, member, proof }),
  );
  serve(app, groups.withdrawGroupOffer, ({ actor, params }) => withdrawOffer(services, actor, params.id));
  serve(app, groups.acceptGroupOffer, ({ actor, params }) => acceptOffer(services, actor, params.id));
  serve(app, groups.declineGroupOffer, ({ actor, params }) => declineOffer(services, actor, params.id));
}
