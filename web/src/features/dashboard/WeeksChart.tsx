import type { weekCounts } from '@cusp/contract/dashboard.routes';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format/use-format.ts';
import classes from './weeks-chart.module.css';

export type Weeks = ReplyFrom<typeof weekCounts>['weeks'];

/** The smallest round maximum of the axis that fits the highest bar; even, so that half of it is whole too. */
export function topOf(weeks: Weeks): number {
  const most = Math.max(2, ...weeks.flatMap(({ sent, completed }) => [sent, completed]));
  const magnitude = 10 ** Math.floor(Math.log10(most));
  const step = [1, 2, 4, 6, 8, 10].find((factor) => factor * magnitude >= most) ?? 10;
  const top = step * magnitude;
  return top % 2 === 0 ? top : top * 2;
}

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: (at) => Math.max(0, at - 1),
  ArrowDown: (at) => Math.max(0, at - 1),
  ArrowRight: (at, last) => Math.min(last, at + 1),
  ArrowUp: (at, last) => Math.min(last, at + 1),
  Home: () => 0,
  End: (_at, last) => last,
};

/** The week that a key moves to, null for other keys. */
export const weekAfter = (key: string, at: number, weeks: Weeks): number | null =>
  STEPS[key]?.(at, weeks.length - 1) ?? null;

const SERIES = ['sent', 'completed'] as const;

/**
 * Two bars per week. One week is spelled out below: the hovered one, or the one selected by arrow keys, initially the
 * latest. To screen readers the chart is a slider over the weeks.
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
          // A finger leaves when it is lifted; the tapped week stays.
          onPointerLeave={({ pointerType }) => pointerType !== 'touch' && setChosen(null)}
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
