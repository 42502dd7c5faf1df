import { useSyncExternalStore } from 'react';
import { onPersonalChange, readPersonal, writePersonal } from '../../client/personal-storage.ts';

export type LengthUnit = 'mm' | 'cm';

const KEPT = 'lengthUnit';
const listeners = new Set<() => void>();

/** The unit of lengths in this browser: millimetres unless somebody asked for centimetres. */
export const lengthUnit = (): LengthUnit => (readPersonal(KEPT) === 'cm' ? 'cm' : 'mm');

export function setLengthUnit(unit: LengthUnit): void {
  writePersonal(KEPT, unit);
  for (const listener of listeners) listener();
}

/** The same for components, which follow its changes. */
export const useLengthUnit = (): LengthUnit => useSyncExternalStore(subscribe, lengthUnit);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const stop = onPersonalChange(KEPT, listener);
  return () => {
    listeners.delete(listener);
    stop();
  };
}

/** A length given in millimetres, with two decimals of the unit and in the language. */
export function formatLength(millimetres: number, language: string, unit = lengthUnit()): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const value = unit === 'cm' ? millimetres / 10 : millimetres;
  return `${new Intl.NumberFormat(language, digits).format(value)} ${unit}`;
}
