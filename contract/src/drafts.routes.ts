import { route } from './endpoint.ts';

export const listDrafts = route({ method: 'GET', path: '/v1/drafts/', access: 'user' });
export const listRecipients = route({ method: 'GET', path: '/v1/drafts/recipients/', access: 'user' });
export const lastUsed = route({ method: 'GET', path: '/v1/drafts/recipients/:id/last/', access: 'user' });
export const createDraft = route({ method: 'POST', path: '/v1/drafts/', access: 'user' });
export const getDraft = route({ method: 'GET', path: '/v1/drafts/:id/', access: 'user' });
export const saveDraft = route({ method: 'PUT', path: '/v1/drafts/:id/', access: 'user' });
export const discardDraft = route({ method: 'DELETE', path: '/v1/drafts/:id/', access: 'user' });
export const sendDraft = route({
  method: 'POST',
  path: '/v1/drafts/:id/send/',
  access: 'user',
  emits: ['post_published'],
});
/** Takes back a case that was sent within the last ten seconds. */
export const unsendDraft = route({
  method: 'POST',
  path: '/v1/drafts/:id/unsend/',
  access: 'user',
  emits: ['posts_deleted'],
});
