import { route } from './endpoint.ts';

/** Maximum number of days off besides free weekdays. */
export const MAX_CLOSED_DAYS = 400;
export const MAX_PRODUCTION_DAYS = 60;
export const MAX_SHIPPING_DAYS = 20;

export const showWorkCalendar = route({ method: 'GET', path: '/v1/work-calendar/', access: 'user' });
/** Only the owner of a group changes it. */
export const setWorkCalendar = route({ method: 'PUT', path: '/v1/work-calendar/', access: 'user' });
/** Calendar of a person to whom a case can be sent. */
export const recipientCalendar = route({
  method: 'GET',
  path: '/v1/drafts/recipients/:id/calendar/',
  access: 'user',
});
