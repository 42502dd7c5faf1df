import * as z from 'zod';
import * as routes from './addresses.routes.ts';
import { endpoint } from './endpoint.ts';
import { Country } from './identity.ts';
import { LIMITS } from './limits.ts';
import { Language, line } from './wire.ts';

/** The text is in the body, because input of a form must not appear in logs of addresses. */
export const suggestAddresses = endpoint(routes.suggestAddresses, {
  summary: 'Addresses that begin with a text; empty without a provider or when it does not respond',
  body: z.object({
    text: line(LIMITS.address).pipe(z.string().min(routes.SUGGESTED_FROM)),
    country: z.union([z.literal(''), Country]).default(''),
    language: Language,
    /** A random id for each form; the provider bills its requests as one session. */
    form: z.uuid(),
  }),
  reply: z.object({ addresses: z.array(z.string()) }),
  perMinute: 120,
});
