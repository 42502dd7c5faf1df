import { route } from './endpoint.ts';

export const orderForm = route({
  method: 'GET',
  path: '/v1/cases/:id/order-form/',
  access: 'cookie',
  reply: 'bytes',
});
