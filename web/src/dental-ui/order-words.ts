import type { NumberSystem, Restoration } from '@cusp/contract/cases';
import { isRestorationType } from '@cusp/dental/restorations';
import { foreignWords, toothListInText } from '@cusp/dental/tooth-lists';
import type { TFunction } from 'i18next';

/** The words of a foreign order for teeth, in the quotation marks of the language where they need them. */
export const foreignWordsOf = (
  restoration: Parameters<typeof foreignWords>[0],
  t: TFunction<'dental'>,
): string[] => foreignWords(restoration, (word) => t('chart.foreignWord', { word }));

/** Ordered work, one plain text for each restoration: its teeth or jaw and its type, such as "16 Crown". */
export const orderWords = (
  restorations: readonly Restoration[],
  system: NumberSystem,
  t: TFunction<'dental'>,
): string[] =>
  restorations.map((restoration) => {
    const { teeth, arch, type, displayName } = restoration;
    const place = teeth.length > 0 ? toothListInText(teeth, system) : arch && t(`chart.${arch}`);
    const places = [place, ...foreignWordsOf(restoration, t)].filter(Boolean).join(', ');
    return [places, isRestorationType(type) ? t(`types.${type}`) : displayName].filter(Boolean).join(' ');
  });
