import { IconArrowRight, IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Obstacle, problemText } from '../contradictions.ts';
import { linesOf } from '../field-ids.ts';
import type { FormFields } from '../form-fields.ts';
import { missingText } from '../missing-items.ts';
import classes from './panel.module.css';

interface Props {
  obstacles: readonly Obstacle[];
  fields: FormFields;
  onChoose(obstacle: Obstacle): void;
}

const isWrong = (obstacle: Obstacle) => 'lines' in obstacle || 'text' in obstacle || 'over' in obstacle;

/** Obstacles to sending the case, each linked to its field: errors first, then missing items. */
export function ObstacleList({ obstacles, fields, onChoose }: Props) {
  const { t } = useTranslation('new-case');
  const { t: common } = useTranslation('common');
  const { t: dental } = useTranslation('dental');
  if (obstacles.length === 0) {
    return (
      <div>
        <h2 className={classes.title}>{t('panel.complete')}</h2>
        <p className={classes.complete}>
          <IconCircleCheck size={18} stroke={1.7} aria-hidden /> {t('panel.completeText')}
        </p>
      </div>
    );
  }
  const words = (obstacle: Obstacle) => {
    if ('lines' in obstacle) return problemText(obstacle, fields, dental);
    if ('over' in obstacle)
      return `${t('delivery.note')}: ${common('length.over', { count: obstacle.over })}`;
    return 'text' in obstacle
      ? common('day.invalid', { text: obstacle.text })
      : missingText(obstacle, dental);
  };
  const where = (obstacle: Obstacle) => {
    const numbers = linesOf(obstacle).map((line) => line + 1);
    return numbers.length > 1
      ? t('panel.restorations', { numbers: numbers.join(', ') })
      : t('panel.restoration', { number: numbers[0] });
  };
  const section = (title: string, part: readonly Obstacle[]) =>
    part.length > 0 && (
      <div>
        <h2 className={classes.title}>{title}</h2>
        <ul className={classes.missing}>
          {part.map((each) => (
            <li key={`${each.code} ${keyOf(each, fields.restorations)}`}>
              <button type="button" className={classes.link} onClick={() => onChoose(each)}>
                <span>
                  {linesOf(each).length > 0 && <span className={classes.where}>{where(each)}</span>}
                  {words(each)}
                </span>
                <IconArrowRight className={classes.arrow} size={15} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      </div>
    );
  const wrong = obstacles.filter(isWrong);
  const missing = obstacles.filter((each) => !isWrong(each));
  return (
    <>
      {section(t('panel.problems', { count: wrong.length }), wrong)}
      {section(t('panel.missing', { count: missing.length }), missing)}
    </>
  );
}

const keyOf = (obstacle: Obstacle, rows: readonly { key: string }[]): string =>
  'mark' in obstacle
    ? `${obstacle.mark} ${obstacle.lines}`
    : linesOf(obstacle)
        .map((line) => rows[line]?.key)
        .join(' ');
