import { createContext, useContext, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { onPersonalChange, readPersonal, writePersonal } from '../../client/personal-storage.ts';
import { Watchers } from '../../client/watchers.ts';

type LengthUnit = 'mm' | 'cm';

const KEPT = 'lengthUnit';
const watchers = new Watchers();

/** The unit of lengths in this browser: millimetres unless set to centimetres. */
const lengthUnit = (): LengthUnit => (readPersonal(KEPT) === 'cm' ? 'cm' : 'mm');

export function setLengthUnit(unit: LengthUnit): void {
  writePersonal(KEPT, unit);
  watchers.notify();
}

/** The current unit; components render again when it changes. */
export const useLengthUnit = (): LengthUnit => useSyncExternalStore(subscribe, lengthUnit);

function subscribe(listener: () => void): () => void {
  const stops = [watchers.subscribe(listener), onPersonalChange(KEPT, listener)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Whether a shown scan may be in another unit, so that no length is reliable. */
export const UnitDoubt = createContext(false);

/** Formats a length in millimetres; components that use it follow the unit and the language. */
export function useFormatLength(): (millimetres: number) => string {
  const unit = useLengthUnit();
  const { t, i18n } = useTranslation('viewer');
  const isUnsure = useContext(UnitDoubt);
  return (millimetres) => {
    const length = formatLength(millimetres, i18n.language, unit);
    return isUnsure ? t('unitUnsure', { length }) : length;
  };
}

/** Formats a length in millimetres with two decimals of the unit in the given language; never '-0.00'. */
export function formatLength(millimetres: number, language: string, unit = lengthUnit()): string {
  const digits = {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    signDisplay: 'negative',
  } as const;
  const value = unit === 'cm' ? millimetres / 10 : millimetres;
  return `${new Intl.NumberFormat(language, digits).format(value)} ${unit}`;
}
