import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import * as routes from './order-form.routes.ts';
import { Id, Language, line } from './wire.ts';

/** An IANA name of a time zone, as browsers report it. */
const TimeZone = line(60).refine(
  (name) => {
    try {
      return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
    } catch {
      return false;
    }
  },
  { message: 'This time zone is not known.' },
);

export const orderForm = endpoint(routes.orderForm, {
  summary: 'The order on paper: a PDF in the reader’s language and the number system of the case',
  params: z.object({ id: Id }),
  query: z.object({
    /** Language of the paper; the person's own if absent. */
    language: Language.optional(),
    /** Time zone of the printed times; UTC if absent. */
    tz: TimeZone.optional(),
    /** `1` shows it in the page; otherwise it is saved. */
    inline: z.enum(['1']).optional(),
  }),
  perMinute: 60,
});
