import { fold, furtherNames, namesBeforeTeeth, searchWords, withApostrophe } from '@cusp/text/search-words';
import type { TFunction } from 'i18next';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuarterHour, useToday } from '../../../client/local-time.ts';
import { usualNumberSystem } from '../../../client/number-system.ts';
import { useFormat } from '../../../ui/format/use-format.ts';
import { useShownStatus } from '../../offline/offline.offers.ts';
import { otherForms } from './FoundPlaces.tsx';

/**
 * Texts and formats of rows, looked up once per list; stable until the language, the quarter of an hour, the search or
 * the waiting changes change.
 */
export interface RowWords {
  t: TFunction<'cases'>;
  dental: TFunction<'dental'>;
  format: ReturnType<typeof useFormat>;
  /** The name of a deleted account. */
  unknown: string;
  /** Today, `YYYY-MM-DD`, so that relative dates change at midnight. */
  today: string;
  /** The current time for appointments, which count in days of the lab. */
  now: Date;
  statusOf: ReturnType<typeof useShownStatus>;
  /**
   * Words that rows highlight: the folded words of the search in its order, then other forms by which cases are found.
   */
  marks: readonly string[];
}

export function useRowWords(search: string): RowWords {
  const { t } = useTranslation('cases');
  const { t: dental } = useTranslation('dental');
  const { t: common } = useTranslation('common');
  const format = useFormat();
  const today = useToday();
  const now = useQuarterHour();
  const statusOf = useShownStatus();
  const marks = useMemo(() => {
    const words = searchWords(search).map(fold);
    const system = usualNumberSystem();
    const names = namesBeforeTeeth(search).flatMap((name) => fold(name).split(' '));
    return [
      ...words,
      ...names,
      ...withApostrophe(words).flat(),
      ...words.flatMap((word) => [...furtherNames(word, system), ...otherForms(word)]),
    ];
  }, [search]);
  return useMemo(
    () => ({ t, dental, format, unknown: common('unknown'), today, now, statusOf, marks }),
    [t, dental, format, common, today, now, statusOf, marks],
  );
}

/**
 * A value of all rows, which stays while another list loads and until its rows are rendered, because rendering the
 * previous ones again takes long. Even a navigation would wait for it, and with that the request of the list.
 */
export function useKept<Value>(value: Value, isComing: boolean): Value {
  const [kept, setKept] = useState(value);
  if (!isComing && kept !== value) setKept(value);
  return useDeferredValue(kept);
}
