import type files from '../../../../languages/en/files.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    files: typeof files;
  }
}
