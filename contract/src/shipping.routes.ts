import { route } from './endpoint.ts';

/** Maximum number of shipments of a case, and length limits of the texts. */
export const SHIPPING_LIMITS = { shipments: 20, name: 60, number: 40, link: 500 } as const;

export const listShipments = route({ method: 'GET', path: '/v1/cases/:id/shipments/', access: 'user' });
export const addShipment = route({
  method: 'POST',
  path: '/v1/cases/:id/shipments/',
  access: 'user',
  emits: ['case_shipped', 'shipment_removed'],
});
export const removeShipment = route({
  method: 'DELETE',
  path: '/v1/cases/:id/shipments/:shipment/',
  access: 'user',
  emits: ['shipment_removed'],
});
