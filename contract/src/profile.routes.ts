import { route } from './endpoint.ts';

export const getProfile = route({ method: 'GET', path: '/v1/user/edit/', access: 'user' });
export const editProfile = route({ method: 'PUT', path: '/v1/user/edit/', access: 'user' });
export const editSettings = route({
  method: 'PUT',
  path: '/v1/user/settings/',
  access: 'user',
  support: 'write',
});
export const alarms = route({ method: 'GET', path: '/v1/user/alarms/', access: 'user' });
export const userPicture = route({
  method: 'GET',
  path: '/v1/user/picture/:idb64/',
  access: 'cookie',
  guests: 'open',
  reply: 'bytes',
});
