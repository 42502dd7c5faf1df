import type { NumberSystem, Restoration } from '@cusp/contract/cases';
import { isRestorationType } from '@cusp/dental/restorations';
import { foreignWords, toothListInText } from '@cusp/dental/tooth-lists';
import type { TFunction } from 'i18next';

/** Ordered work, one plain text for each restoration: its teeth or jaw and its type, such as "16 Crown". */
export const orderWords = (
  restorations: readonly Restoration[],
  system: NumberSystem,
  t: TFunction<'dental'>,
): string[] =>
  restorations.map((restoration) => {
    const { teeth, arch, type, displayName } = restoration;
    const place = teeth.length > 0 ? toothListInText(teeth, system) : arch && t(`chart.${arch}`);
    const places = [place, ...foreignWords(restoration)].filter(Boolean).join(', ');
    return [places, isRestorationType(type) ? t(`types.${type}`) : displayName].filter(Boolean).join(' ');
  });
