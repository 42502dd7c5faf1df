import type security from '../../../../languages/en/security.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    security: typeof security;
  }
}
