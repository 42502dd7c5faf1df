import { useTranslation } from 'react-i18next';
import type { MeasureNews } from '../../../viewer/tools/measuring.ts';

/** What became of measures when a scan changed, in words; undefined where nothing did. */
export function useNews({ again, lost }: MeasureNews): string | undefined {
  const { t } = useTranslation('viewer');
  const words = [
    ...(lost > 0 ? [t('measures.lost', { count: lost })] : []),
    ...(again > 0 ? [t('measures.again', { count: again })] : []),
  ];
  return words.length > 0 ? words.join(' ') : undefined;
}
