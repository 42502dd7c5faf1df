import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format/use-format.ts';
import classes from './weeks-chart.module.css';
import { topOf, type Weeks, weekAfter } from './weeks-chart.ts';

const SERIES = ['sent', 'completed'] as const;

/**
 * Two bars a week. One week is read out in words below: the one pointed at, or chosen with the arrow keys, at
 * first the latest; to a screen reader the bars are a slider over the weeks.
 */
export function WeeksChart({ weeks }: { weeks: Weeks }) {
  const { t } = useTranslation('dashboard');
  const { day: format, shortDay } = useFormat();
  const [chosen, setChosen] = useState<number | null>(null);
  const top = topOf(weeks);
  const at = Math.min(chosen ?? weeks.length - 1, weeks.length - 1);
  const week = weeks[at];
  const words = week ? t('weeks.summary', { ...week, day: format(week.day) }) : '';
  const onKeyDown = (event: KeyboardEvent) => {
    const next = weekAfter(event.key, at, weeks);
    if (next === null) return;
    event.preventDefault();
    setChosen(next);
  };
  return (
    <div className={classes.chart}>
      <div className={classes.plot}>
        <div className={classes.scale} aria-hidden>
          {[top, top / 2, 0].map((value) => (
            <span key={value}>{value}</span>
          ))}
        </div>
        <div
          className={classes.weeks}
          role="slider"
          tabIndex={0}
          aria-label={t('weeks.choose')}
          aria-valuemin={1}
          aria-valuemax={weeks.length}
          aria-valuenow={at + 1}
          aria-valuetext={words}
          onKeyDown={onKeyDown}
          onPointerLeave={() => setChosen(null)}
        >
          {weeks.map((each, index) => (
            <div
              key={each.day}
              className={classes.week}
              data-chosen={index === at || undefined}
              onPointerEnter={() => setChosen(index)}
            >
              {SERIES.map((series) => (
                <span
                  key={series}
                  className={classes.bar}
                  data-series={series}
                  style={{ height: `${(each[series] / top) * 100}%` }}
                />
              ))}
            </div>
          ))}
        </div>
        <div className={classes.days} aria-hidden>
          {weeks.map(({ day }) => (
            <span key={day}>{shortDay(day)}</span>
          ))}
        </div>
      </div>
      <div className={classes.foot}>
        <ul className={classes.legend}>
          {SERIES.map((series) => (
            <li key={series}>
              <span className={classes.key} data-series={series} aria-hidden />
              {t(`weeks.${series}`)}
            </li>
          ))}
        </ul>
        <p className={classes.words} aria-hidden>
          {words}
        </p>
      </div>
    </div>
  );
}
