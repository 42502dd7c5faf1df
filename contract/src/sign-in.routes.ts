import { route } from './endpoint.ts';

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
