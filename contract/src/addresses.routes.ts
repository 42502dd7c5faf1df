import { route } from './endpoint.ts';

/** What an address has to have before it is completed, in characters. */
export const SUGGESTED_FROM = 3;

/** Addresses offered at once. */
export const SUGGESTIONS = 5;

export const suggestAddresses = route({ method: 'POST', path: '/v1/auth/addresses/', access: 'public' });
