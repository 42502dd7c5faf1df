import * as z from 'zod';
import * as routes from './addresses.routes.ts';
import { endpoint } from './endpoint.ts';
import { Country } from './identity.ts';
import { LIMITS } from './limits.ts';
import { Language, line } from './wire.ts';

/** The text travels in the body: what is typed into a form belongs into no log of addresses. */
export const suggestAddresses = endpoint(routes.suggestAddresses, {
  summary: 'Addresses that begin like a text; none where no provider is set up or it does not answer',
  body: z.object({
    text: line(LIMITS.address).pipe(z.string().min(routes.SUGGESTED_FROM)),
    country: z.union([z.literal(''), Country]).default(''),
    language: Language,
    /** A random id for each form that is filled in; the provider counts its questions as one. */
    form: z.uuid(),
  }),
  reply: z.object({ addresses: z.array(z.string()) }),
  perMinute: 120,
});
