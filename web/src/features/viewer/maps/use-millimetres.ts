import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { formatLength, UnitDoubt } from '../length-unit.ts';

/** Formats the numbers of a map in the reader's language, always in millimetres because hundredths of them matter. */
export function useMillimetres() {
  const { t, i18n } = useTranslation('viewer');
  const { language } = i18n;
  const isUnsure = useContext(UnitDoubt);
  const marked = (text: string) => (isUnsure ? t('unitUnsure', { length: text }) : text);
  const length = (value: number) => marked(formatLength(value, language, 'mm'));
  const number = (value: number, digits: number) =>
    new Intl.NumberFormat(language, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      signDisplay: 'negative',
    }).format(value);
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const degrees = new Intl.NumberFormat(language, { style: 'unit', unit: 'degree', unitDisplay: 'narrow' });
  return {
    /** Two decimals, like all measures. */
    length: (value: number) => (Number.isNaN(value) ? '–' : length(value)),
    /** A short length given in millimetres, in whole micrometres. */
    micrometres: (value: number) => marked(`${number(value * 1000, 0)} µm`),
    /** The unit of `ticks`, which are without it. */
    unit: marked('mm'),
    area: (value: number) => marked(`${number(value, 2)} mm²`),
    /** Two decimals, or three if one of them needs it. */
    ticks: (values: readonly number[]) => {
      const isShort = (value: number) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6;
      const digits = values.every(isShort) ? 2 : 3;
      return values.map((value) => number(value, digits));
    },
    share: (value: number) => (Number.isNaN(value) ? '–' : percent.format(value)),
    angle: (value: number) => degrees.format(value),
  };
}
