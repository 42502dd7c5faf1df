import { route } from './endpoint.ts';

export const orderForm = route({
  method: 'GET',
  path: '/v1/cases/:id/order-form/',
  access: 'cookie',
  guests: 'open',
  reply: 'bytes',
});
