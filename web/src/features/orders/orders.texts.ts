import type orders from '../../../../languages/en/orders.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    orders: typeof orders;
  }
}
