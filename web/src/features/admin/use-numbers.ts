import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format/use-format.ts';

/** Formats counts and amounts of data in the language of the page. */
export function useNumbers(): { count(value: number): string; bytes(value: number): string } {
  const { i18n } = useTranslation();
  const format = useFormat();
  return useMemo(() => {
    const counts = new Intl.NumberFormat(i18n.language);
    return { count: (value) => counts.format(value), bytes: format.size };
  }, [i18n.language, format]);
}
