import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import * as routes from './order-form.routes.ts';
import { Id, PaperWish } from './wire.ts';

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
  summary: 'The orders of several cases in one PDF, in this order; refused if one of them cannot be seen',
  query: Paper.extend({
    /** Comma-separated ids of cases. */
    ids: z
      .string()
      .max(2000)
      .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/)
      .transform((text) => [...new Set(text.split(',').map(Number))])
      .refine((ids) => ids.length <= routes.ORDER_FORMS_MAX),
  }),
  perMinute: 10,
});
