import { route } from './endpoint.ts';

export const getProfile = route({ method: 'GET', path: '/v1/user/edit/', access: 'user' });
export const editProfile = route({ method: 'PUT', path: '/v1/user/edit/', access: 'user' });
export const editSettings = route({
  method: 'PUT',
  path: '/v1/user/settings/',
  access: 'user',
  support: 'write',
});
/** Actions that a key can trigger on the customers' pages. */
export const SHORTCUTS = [
  'help',
  'search',
  'dashboard',
  'cases',
  'inbox',
  'newCase',
  'next',
  'previous',
  'open',
  'move',
  'comment',
  'status',
  'assignee',
  'download',
  'upload',
] as const;
export type Shortcut = (typeof SHORTCUTS)[number];

/** A key as a lower-case letter or another printable ASCII character, or two of them pressed one after the other. */
export const SHORTCUT_KEYS = /^[!-@[-~](?: [!-@[-~])?$/;

export const alarms = route({ method: 'GET', path: '/v1/user/alarms/', access: 'user' });
export const userPicture = route({
  method: 'GET',
  path: '/v1/user/picture/:idb64/',
  access: 'cookie',
  guests: 'open',
  reply: 'bytes',
});
