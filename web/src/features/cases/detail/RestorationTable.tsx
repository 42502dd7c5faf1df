import type { NumberSystem, Restoration } from '@cusp/contract/cases';
import { isMaterial } from '@cusp/contract/restorations';
import { foreignWords } from '@cusp/contract/tooth-lists';
import { IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import colors from '../../../ui/odontogram/group-colors.module.css';
import type { OdontogramGroup } from '../../../ui/odontogram/odontogram.types.ts';
import words from '../../../ui/odontogram/restoration-line.module.css';
import { ToothLabels } from '../../../ui/odontogram/ToothLabel.tsx';
import classes from './restorations.module.css';

interface RestorationTableProps {
  restorations: readonly Restoration[];
  /** The chart's groups, one for each restoration. */
  groups: readonly OdontogramGroup[];
  system: NumberSystem;
}

/** One line for each restoration: teeth, kind, material and colour. */
export function RestorationTable({ restorations, groups, system }: RestorationTableProps) {
  const { t } = useTranslation('dental');
  return (
    <ul className={`${classes.list} ${colors.colors}`}>
      {restorations.map((restoration, index) => {
        const { material, shade, stump_shade } = restoration;
        const details = [
          isMaterial(material.code) ? t(`materials.${material.code}`) : material.name,
          shade && `${t('words.shade')} ${shade}`,
          stump_shade && `${t('words.stumpShade')} ${stump_shade}`,
        ].filter(Boolean);
        return (
          <li key={restoration.id} className={classes.item}>
            <span className={words.mark} data-color={groups[index]?.color} aria-hidden>
              {groups[index]?.mark}
            </span>
            <span className={words.what}>
              <span className={words.name}>{groups[index]?.name}</span>
              <span className={words.details}>{details.join(' · ')}</span>
              {restoration.meant.map((code) => (
                <span key={code} className={classes.meant}>
                  <IconCircleCheck size={15} stroke={1.7} aria-hidden /> {t(`meant.${code}`)}
                </span>
              ))}
            </span>
            <span className={`${words.teeth} ${classes.place}`}>
              {restoration.arch && t(`chart.${restoration.arch}`)}
              {restoration.teeth.length > 0 && <ToothLabels teeth={restoration.teeth} system={system} />}
              {foreignWords(restoration).join(', ')}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
