import type common from '../../../languages/en/common.json';
import type dental from '../../../languages/en/dental.json';
import type errors from '../../../languages/en/errors.json';
import type login from '../../../languages/en/login.json';
import type shell from '../../../languages/en/shell.json';

/** Keys are checked against the English texts. A feature adds its own namespace the same way, in its own room. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    returnNull: false;
  }
  interface ResourceNamespaceMap {
    common: typeof common;
    dental: typeof dental;
    errors: typeof errors;
    login: typeof login;
    shell: typeof shell;
  }
}
