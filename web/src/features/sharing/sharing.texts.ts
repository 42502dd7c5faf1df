import type sharing from '../../../../languages/en/sharing.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    sharing: typeof sharing;
  }
}
