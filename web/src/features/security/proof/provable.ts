import type { SecurityState } from '@cusp/contract/security';

/** The ways in which a person can prove their identity. */
export interface Provable {
  password: boolean;
  code: boolean;
  /** A recent sign-in is enough, so a code may be left out. */
  freshSignIn: boolean;
}

/** With an app set up the password alone is not enough. */
export const provableBy = (state: SecurityState): Provable => ({
  password: state.has_password && state.app_since === null,
  code: state.app_since !== null || state.recovery_codes_left > 0,
  freshSignIn: !state.has_password && state.app_since === null,
});
