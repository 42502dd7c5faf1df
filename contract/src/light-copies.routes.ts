import { route } from './endpoint.ts';

export const lightCopy = route({
  method: 'GET',
  path: '/v1/files/:id/light/',
  access: 'user',
  guests: 'open',
  reply: 'bytes',
});
