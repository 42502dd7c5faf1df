import type scans from '../../../../languages/en/scans.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    scans: typeof scans;
  }
}
