import { route } from './endpoint.ts';

/** Lifetime of a link in days: the choices of the dialog, and the maximum. */
export const SHARE_DAYS = [1, 7, 30] as const;

export const MAX_SHARE_DAYS = 90;

/** Maximum number of active links of one case. */
export const MAX_SHARES = 50;

export const MAX_SHARE_RECIPIENT = 120;

export const listShares = route({
  method: 'GET',
  path: '/v1/cases/:id/shares/',
  access: 'user',
  support: 'never',
  guests: 'open',
});
export const createShare = route({
  method: 'POST',
  path: '/v1/cases/:id/share/',
  access: 'user',
  emits: ['case_shared'],
});
export const revokeShare = route({
  method: 'PUT',
  path: '/v1/share/:id/revoke/',
  access: 'user',
  emits: ['share_revoked'],
  guests: 'open',
});
export const sharedCase = route({
  method: 'GET',
  path: '/v1/share/case/',
  access: 'public',
  emits: ['share_opened'],
});
export const sharedFileUrls = route({ method: 'GET', path: '/v1/share/files/uri/', access: 'public' });
export const sharedFile = route({
  method: 'GET',
  path: '/v1/share/files/:id/',
  access: 'public',
  reply: 'bytes',
});
export const sharedLightCopy = route({
  method: 'GET',
  path: '/v1/share/files/:id/light/',
  access: 'public',
  reply: 'bytes',
});
export const sharedZipUrl = route({ method: 'GET', path: '/v1/share/zip/uri/', access: 'public' });
export const sharedZip = route({ method: 'GET', path: '/v1/share/zip/', access: 'public', reply: 'bytes' });
