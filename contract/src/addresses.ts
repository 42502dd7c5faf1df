import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { Country, LIMITS } from './identity.ts';
import { Language, line } from './wire.ts';

/** What an address has to have before it is completed, in characters. */
export const SUGGESTED_FROM = 3;
/** Addresses offered at once. */
export const SUGGESTIONS = 5;

/** The text travels in the body: what is typed into a form belongs into no log of addresses. */
export const suggestAddresses = endpoint({
  method: 'POST',
  path: '/v1/auth/addresses/',
  access: 'public',
  summary: 'Addresses that begin like a text; none where no provider is set up or it does not answer',
  body: z.object({
    text: line(LIMITS.address).pipe(z.string().min(SUGGESTED_FROM)),
    country: z.union([z.literal(''), Country]).default(''),
    language: Language,
    /** A random id for each form that is filled in; the provider counts its questions as one. */
    form: z.uuid(),
  }),
  reply: z.object({ addresses: z.array(z.string()) }),
  perMinute: 120,
});
