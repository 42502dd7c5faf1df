import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format/use-format.ts';

/** What rows need to say, asked for once by their list; the same object until the language changes. */
export interface RowWords {
  t: TFunction<'cases'>;
  dental: TFunction<'dental'>;
  format: ReturnType<typeof useFormat>;
  /** The name of somebody whose account is gone. */
  unknown: string;
}

export function useRowWords(): RowWords {
  const { t } = useTranslation('cases');
  const { t: dental } = useTranslation('dental');
  const { t: common } = useTranslation('common');
  const format = useFormat();
  return useMemo(() => ({ t, dental, format, unknown: common('unknown') }), [t, dental, format, common]);
}
