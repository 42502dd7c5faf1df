import type { Missing } from '@cusp/contract/completeness';
import { IconArrowRight, IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { missingText } from '../what-is-missing.ts';
import classes from './panel.module.css';

interface Props {
  missing: readonly Missing[];
  rows: readonly { key: string }[];
  onChoose(missing: Missing): void;
}

/** What keeps the case from being sent, each leading to its field. */
export function MissingList({ missing, rows, onChoose }: Props) {
  const { t } = useTranslation('new-case');
  const { t: dental } = useTranslation('dental');
  if (missing.length === 0) {
    return (
      <div>
        <h2 className={classes.title}>{t('panel.complete')}</h2>
        <p className={classes.complete}>
          <IconCircleCheck size={18} stroke={1.7} aria-hidden /> {t('panel.completeText')}
        </p>
      </div>
    );
  }
  return (
    <div>
      <h2 className={classes.title}>{t('panel.missing', { count: missing.length })}</h2>
      <ul className={classes.missing}>
        {missing.map((each) => {
          const index = 'restoration' in each ? each.restoration : null;
          const row = index === null ? '' : rows[index]?.key;
          return (
            <li key={`${each.code} ${row}`}>
              <button type="button" className={classes.link} onClick={() => onChoose(each)}>
                <span>
                  {index !== null && (
                    <span className={classes.where}>{t('panel.restoration', { number: index + 1 })}</span>
                  )}
                  {missingText(each, dental)}
                </span>
                <IconArrowRight className={classes.arrow} size={15} aria-hidden />
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
