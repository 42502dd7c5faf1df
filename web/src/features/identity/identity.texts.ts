import type password from '../../../../languages/en/password.json';
import type signup from '../../../../languages/en/signup.json';
import type social from '../../../../languages/en/social.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    password: typeof password;
    signup: typeof signup;
    social: typeof social;
  }
}
