import type password from '../../../../languages/en/password.json';
import type secondStep from '../../../../languages/en/second-step.json';
import type signup from '../../../../languages/en/signup.json';
import type social from '../../../../languages/en/social.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    password: typeof password;
    'second-step': typeof secondStep;
    signup: typeof signup;
    social: typeof social;
  }
}
