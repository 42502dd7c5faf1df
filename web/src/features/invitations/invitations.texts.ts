import type texts from '../../../../languages/en/invitations.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    invitations: typeof texts;
  }
}
