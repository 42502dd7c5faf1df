import type maps from '../../../../../languages/en/maps.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    maps: typeof maps;
  }
}
