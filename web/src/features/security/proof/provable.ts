import type { SecurityState } from '@cusp/contract/security';

/** The ways in which a person can prove their identity. */
export interface Provable {
  password: boolean;
  code: boolean;
  /** A recent sign-in is enough, so a code may be left out. */
  freshSignIn: boolean;
  /** Password and code are both asked for. */
  both: boolean;
  /** A passkey works here and is enough by itself. */
  passkey: boolean;
}

/** For ending sessions and closing the account. With an app set up the password alone is not enough. */
export const provableBy = (state: SecurityState): Provable => ({
  password: state.has_password && state.app_since === null,
  code: state.app_since !== null || state.recovery_codes_left > 0,
  freshSignIn: !state.has_password && state.app_since === null,
  both: false,
  passkey: false,
});

/** For changing factors: the password and a second factor, where both are set up, or a passkey. */
export function factorsOf(state: SecurityState): Provable {
  if (state.app_since === null && state.passkeys.length === 0) return provableBy(state);
  return {
    password: state.has_password,
    code: true,
    // With passkeys alone, a session that one of them opened a moment ago counts as the second factor.
    freshSignIn: state.app_since === null,
    both: state.has_password,
    passkey: state.passkeys_here && state.passkeys.some(({ here }) => here),
  };
}
