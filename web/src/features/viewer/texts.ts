import type viewer from '../../../../languages/en/viewer.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    viewer: typeof viewer;
  }
}
