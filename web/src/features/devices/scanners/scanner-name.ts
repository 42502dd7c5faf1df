import type { Scanner } from '@cusp/contract/devices';

/** The usual name of a scanner: its model and serial number, else its UDI. */
export const nameOf = ({ model, serial_no, udi }: Pick<Scanner, 'model' | 'serial_no' | 'udi'>): string =>
  [model, serial_no || udi].filter(Boolean).join(' · ');
