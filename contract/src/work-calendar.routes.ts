import { route } from './endpoint.ts';

/** Maximum number of days off besides free weekdays. */
export const CLOSED_DAYS_MAX = 400;
export const PRODUCTION_DAYS_MAX = 60;
export const SHIPPING_DAYS_MAX = 20;

export const showWorkCalendar = route({ method: 'GET', path: '/v1/work-calendar/', access: 'user' });
/** Only the owner of a group changes it. */
export const setWorkCalendar = route({ method: 'PUT', path: '/v1/work-calendar/', access: 'user' });
/** Calendar of a person to whom a case can be sent. */
export const recipientCalendar = route({
  method: 'GET',
  path: '/v1/drafts/recipients/:id/calendar/',
  access: 'user',
});
