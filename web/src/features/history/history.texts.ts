import type history from '../../../../languages/en/history.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    history: typeof history;
  }
}
