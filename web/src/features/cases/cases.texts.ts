import type cases from '../../../../languages/en/cases.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    cases: typeof cases;
  }
}
