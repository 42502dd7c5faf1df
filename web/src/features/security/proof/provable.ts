import type { SecurityState } from '@cusp/contract/security';

/** By what a person can show that the account is theirs. */
export interface Provable {
  password: boolean;
  code: boolean;
  /** Having signed in a moment ago is enough, so a code may be left out. */
  freshSignIn: boolean;
}

/** With an app set up the password alone is not enough. */
export const provableBy = (state: SecurityState): Provable => ({
  password: state.has_password && state.app_since === null,
  code: state.app_since !== null || state.recovery_codes_left > 0,
  freshSignIn: !state.has_password && state.app_since === null,
});
