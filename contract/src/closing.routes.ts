import { route } from './endpoint.ts';

/** Days in which signing in keeps an account whose closing was asked for. */
export const CLOSING_DAYS = 14;

export const showClosing = route({
  method: 'GET',
  path: '/v1/user/closing/',
  access: 'user',
  support: 'never',
});
export const closeAccount = route({
  method: 'POST',
  path: '/v1/user/closing/',
  access: 'user',
  support: 'never',
});
