import type dashboard from '../../../../languages/en/dashboard.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    dashboard: typeof dashboard;
  }
}
