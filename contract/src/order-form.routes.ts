import { route } from './endpoint.ts';

export const orderForm = route({
  method: 'GET',
  path: '/v1/cases/:id/order-form/',
  access: 'cookie',
  guests: 'open',
  reply: 'bytes',
});

/** Maximum number of order forms in one PDF: a page of the list. */
export const MAX_ORDER_FORMS = 100;
export const orderForms = route({
  method: 'GET',
  path: '/v1/order-forms/',
  access: 'cookie',
  guests: 'open',
  reply: 'bytes',
});
