import { securityState } from '@cusp/contract/security';
import { type CuspKey, useCall } from '../../client/use-call.ts';

export const STATE_KEY: CuspKey = ['security', 'state'];
export const SESSIONS_KEY: CuspKey = ['security', 'sessions'];

/** What secures the own account beside the password. */
export const useSecurityState = () => useCall(securityState, {}, STATE_KEY);
