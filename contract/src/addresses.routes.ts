import { route } from './endpoint.ts';

/** Minimum length of an address before it is completed, in characters. */
export const SUGGESTED_FROM = 3;

/** Maximum number of addresses offered at once. */
export const SUGGESTIONS = 5;

export const suggestAddresses = route({ method: 'POST', path: '/v1/auth/addresses/', access: 'public' });
