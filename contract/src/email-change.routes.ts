import { route } from './endpoint.ts';
import { STAFF_AREAS } from './staff.routes.ts';

/** Number of days that the links of a change of address work; an approval restarts them. */
export const EMAIL_CHANGE_DAYS = 7;

/** Hours that the old address has to refuse a change after a colleague approved that its mailbox is lost. */
export const LOST_MAILBOX_HOURS = 72;

const staff = STAFF_AREAS.support;

export const askEmailChange = route({
  method: 'POST',
  path: '/v1/cs/users/:id/email-change/',
  access: 'user',
  staff,
});
export const approveEmailChange = route({
  method: 'POST',
  path: '/v1/cs/users/:id/email-change/:change/approve/',
  access: 'user',
  staff,
});
export const stopEmailChange = route({
  method: 'DELETE',
  path: '/v1/cs/users/:id/email-change/:change/',
  access: 'user',
  staff,
});
export const answerEmailChange = route({
  method: 'POST',
  path: '/v1/auth/email-change/',
  access: 'public',
  emits: ['contact_requested', 'contact_accepted', 'sguser_requested'],
});
export const refuseOwnEmailChange = route({
  method: 'DELETE',
  path: '/v1/auth/email-change/',
  access: 'user',
});
