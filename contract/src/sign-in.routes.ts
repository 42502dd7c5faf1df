import { route } from './endpoint.ts';

/** Value of `callfrom` in the administration's calls to sign in, check, refresh and sign out. */
export const CALLED_FROM_ADM = 'adm';

/** Value of `callfrom` with which a support tab checks, streams and ends its session. */
export const CALLED_FROM_SUPPORT = 'support';

export const login = route({ method: 'POST', path: '/v1/auth/login/', access: 'public' });
export const postArrival = route({
  method: 'POST',
  path: '/v1/auth/region/arrive/',
  access: 'public',
  reply: 'redirect',
});
export const completeArrival = route({
  method: 'POST',
  path: '/v1/auth/region/complete/',
  access: 'public',
});
export const checkSession = route({
  method: 'GET',
  path: '/v1/auth/check/',
  access: 'cookie',
  guests: 'open',
});
export const refreshSession = route({ method: 'POST', path: '/v1/auth/refresh/', access: 'public' });
export const logout = route({ method: 'POST', path: '/v1/auth/logout/', access: 'public' });
