import type { Scanner } from '@cusp/contract/devices';

/** What people know a scanner by: its model and serial number, else its UDI. */
export const nameOf = ({ model, serial_no, udi }: Pick<Scanner, 'model' | 'serial_no' | 'udi'>): string =>
  [model, serial_no || udi].filter(Boolean).join(' · ');
