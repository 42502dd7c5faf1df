import * as contract from '@cusp/contract/shipping';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/serve.ts';
import type { Services } from '../../platform/services.ts';
import { addShipment, listShipments, removeShipment } from './ship-case.ts';

export function registerShippingRoutes(app: FastifyInstance, services: Services): void {
  serve(app, contract.listShipments, ({ actor, params }) => listShipments(services, actor, params.id));
  serve(app, contract.addShipment, ({ actor, params, body }) =>
    addShipment(services, actor, params.id, body),
  );
  serve(app, contract.removeShipment, ({ actor, params }) =>
    removeShipment(services, actor, params.id, params.shipment),
  );
}
