import { route } from './endpoint.ts';

/** The longest reason for declining a proposal, in characters. */
export const REASON_LIMIT = 1000;

export const getOrder = route({
  method: 'GET',
  path: '/v1/cases/:id/order/',
  access: 'user',
  guests: 'open',
});
export const editOrder = route({
  method: 'PUT',
  path: '/v1/cases/:id/order/',
  access: 'user',
  emits: ['post_modified', 'change_proposed'],
});
export const duplicateCase = route({ method: 'POST', path: '/v1/cases/:id/duplicate/', access: 'user' });
export const answerProposal = route({
  method: 'POST',
  path: '/v1/cases/:id/proposals/:proposal/answer/',
  access: 'user',
  guests: 'open',
  emits: ['post_modified', 'change_declined'],
});
export const withdrawProposal = route({
  method: 'POST',
  path: '/v1/cases/:id/proposals/:proposal/withdraw/',
  access: 'user',
  emits: ['change_withdrawn'],
});
