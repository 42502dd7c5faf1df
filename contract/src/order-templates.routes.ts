import { route } from './endpoint.ts';

export const MAX_TEMPLATES = 50;
export const MAX_TEMPLATE_NAME = 60;

export const listTemplates = route({ method: 'GET', path: '/v1/user/templates/', access: 'user' });
const emits = ['templates_changed'] as const;

export const addTemplate = route({ method: 'POST', path: '/v1/user/templates/', access: 'user', emits });
export const changeTemplate = route({
  method: 'PUT',
  path: '/v1/user/templates/:id/',
  access: 'user',
  emits,
});
export const removeTemplate = route({
  method: 'DELETE',
  path: '/v1/user/templates/:id/',
  access: 'user',
  emits,
});
