import { route } from './endpoint.ts';

export const eventStream = route({
  method: 'GET',
  path: '/events/',
  access: 'cookie',
  guests: 'open',
  reply: 'events',
  support: 'read',
});
