import type newCase from '../../../../languages/en/new-case.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'new-case': typeof newCase;
  }
}
