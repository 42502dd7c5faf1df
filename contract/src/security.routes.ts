import { route } from './endpoint.ts';

export const SECURITY_LIMITS = { passkeyName: 60, passkeys: 20, recoveryCodes: 10 } as const;

export const listSessions = route({
  method: 'GET',
  path: '/v1/auth/sessions/',
  access: 'user',
  support: 'never',
});
export const endSession = route({ method: 'DELETE', path: '/v1/auth/sessions/:sessionId/', access: 'user' });
export const endOtherSessions = route({ method: 'DELETE', path: '/v1/auth/sessions/', access: 'user' });
export const securityState = route({
  method: 'GET',
  path: '/v1/auth/security/',
  access: 'user',
  support: 'never',
});
export const beginApp = route({ method: 'POST', path: '/v1/auth/authenticator/', access: 'user' });
export const confirmApp = route({ method: 'POST', path: '/v1/auth/authenticator/confirm/', access: 'user' });
export const removeApp = route({ method: 'POST', path: '/v1/auth/authenticator/remove/', access: 'user' });
export const renewRecoveryCodes = route({ method: 'POST', path: '/v1/auth/recovery-codes/', access: 'user' });
export const passkeyProof = route({ method: 'POST', path: '/v1/auth/passkeys/proof/', access: 'user' });
export const passkeyCreation = route({ method: 'POST', path: '/v1/auth/passkeys/options/', access: 'user' });
export const addPasskey = route({ method: 'POST', path: '/v1/auth/passkeys/', access: 'user' });
export const renamePasskey = route({ method: 'PUT', path: '/v1/auth/passkeys/:id/', access: 'user' });
export const removePasskey = route({ method: 'POST', path: '/v1/auth/passkeys/:id/remove/', access: 'user' });
export const undoSecondStep = route({ method: 'POST', path: '/v1/auth/second-step/undo/', access: 'public' });
export const loginByCode = route({ method: 'POST', path: '/v1/auth/login/code/', access: 'public' });
export const passkeyRequest = route({
  method: 'POST',
  path: '/v1/auth/login/passkey/options/',
  access: 'public',
});
export const loginByPasskey = route({ method: 'POST', path: '/v1/auth/login/passkey/', access: 'public' });
