import type handoff from '../../../../languages/en/handoff.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    handoff: typeof handoff;
  }
}
