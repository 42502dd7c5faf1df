import { route } from './endpoint.ts';

export const CONNECTION_LIMITS = { alias: 100, message: 1000 } as const;

export const listLabs = route({ method: 'GET', path: '/v1/labs/', access: 'user' });
export const labLogo = route({
  method: 'GET',
  path: '/v1/labs/:labId/logo/',
  access: 'cookie',
  reply: 'bytes',
});
export const listConnections = route({ method: 'GET', path: '/v1/connections/', access: 'user' });
export const requestLabConnection = route({
  method: 'POST',
  path: '/v1/labs/:labId/request-connection/',
  access: 'user',
  emits: ['contact_requested', 'contact_accepted'],
});
export const requestConnection = route({
  method: 'POST',
  path: '/v1/connections/:id/request/',
  access: 'user',
  emits: ['contact_requested', 'contact_accepted'],
});
export const acceptConnection = route({
  method: 'PUT',
  path: '/v1/connections/accept/:cidb64/:token/',
  access: 'user',
  emits: ['contact_accepted'],
});
export const rejectConnection = route({
  method: 'PUT',
  path: '/v1/connections/:id/reject/',
  access: 'user',
  emits: ['contact_rejected'],
});
export const editConnection = route({
  method: 'PUT',
  path: '/v1/connections/:id/edit/',
  access: 'user',
  emits: ['contact_modified'],
});
export const removeConnection = route({
  method: 'DELETE',
  path: '/v1/connections/:id/remove/',
  access: 'user',
  emits: ['contact_deleted'],
});
