import type profile from '../../../../languages/en/profile.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    profile: typeof profile;
  }
}
