import type texts from '../../../../languages/en/connections.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    connections: typeof texts;
  }
}
