import type texts from '../../../../languages/en/groups.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    groups: typeof texts;
  }
}
