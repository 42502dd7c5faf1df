import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import * as routes from './order-form.routes.ts';
import { CaseNo, Id, PaperWish } from './wire.ts';

const Paper = PaperWish.extend({
  /** `1` shows it in the page; otherwise it is saved. */
  inline: z.enum(['1']).optional(),
});

export const orderForm = endpoint(routes.orderForm, {
  summary: 'The order on paper: a PDF in the reader’s language and the number system of the case',
  params: z.object({ id: Id }),
  query: Paper,
  perMinute: 60,
});

export const orderForms = endpoint(routes.orderForms, {
  summary:
    'The orders of several cases in one PDF, in this order; its last page names those that cannot be seen, and it is refused if none can',
  query: Paper.extend({
    /** Comma-separated numbers of cases. */
    nos: z
      .string()
      .max(2000)
      .regex(/^[\w-]{1,20}(,[\w-]{1,20})*$/)
      .transform((text) => text.split(','))
      .pipe(z.array(CaseNo))
      .transform((nos) => [...new Set(nos)])
      .refine((nos) => nos.length <= routes.MAX_ORDER_FORMS),
  }),
  perMinute: 10,
});
