import type { StatusFilter } from '@cusp/contract/case-list';
import { statusCounts } from '@cusp/contract/dashboard.routes';
import { STATUS_FILTERS } from '@cusp/dental/case-status';
import { type MouseEvent, memo, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../client/use-call.ts';
import { StatusDot } from '../../../dental-ui/StatusBadge.tsx';
import { COUNT_OF, toggled } from './status-filter.offers.ts';
import classes from './status-tabs.module.css';

/** Width of the fade at the end of the strip, in pixels. */
const FADE = 32;

interface StatusTabsProps {
  /** Empty for any. */
  chosen: readonly StatusFilter[];
  onChoose(chosen: readonly StatusFilter[]): void;
  /** Counts are loaded after the rows, which people wait for. */
  isListed: boolean;
}

/** The statuses above the list: a click shows one of them; with Ctrl, Cmd or Shift it adds or removes one. */
export const StatusTabs = memo(function StatusTabs({ chosen, onChoose, isListed }: StatusTabsProps) {
  const { t, i18n } = useTranslation('cases');
  const { t: dental } = useTranslation('dental');
  const { t: common } = useTranslation('common');
  const { data } = useCall(statusCounts, {}, ['status-counts'], { enabled: isListed });
  const counts = data?.status_counts;
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  const number = (count: number | undefined) =>
    count === undefined ? '' : new Intl.NumberFormat(i18n.language).format(count);
  const strip = useRef<HTMLDivElement>(null);
  const key = chosen.join();
  // The first tab is in view from the start; measuring it would force another layout before the list is drawn.
  const shown = useRef('');
  const latest = useRef('');
  const hasCounts = counts !== undefined;
  // Only the strip scrolls, not the page; again once the counts have made the tabs wider.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (key === '' && shown.current === '') return;
    const before = shown.current.split(',');
    const added = key.split(',').find((status) => !before.includes(status));
    const isSmaller = added === undefined && shown.current !== key;
    shown.current = key;
    if (isSmaller) return;
    latest.current = added ?? latest.current;
    const box = strip.current;
    const tab = box?.querySelector<HTMLElement>(`[data-status="${latest.current}"]`);
    if (!box || !tab) return;
    const end = tab.offsetLeft + tab.offsetWidth;
    if (tab.offsetLeft < box.scrollLeft + FADE) box.scrollLeft = tab.offsetLeft - FADE;
    else if (end > box.scrollLeft + box.clientWidth - FADE) box.scrollLeft = end - box.clientWidth + FADE;
  }, [key, hasCounts]);
  const choose = (status: StatusFilter, event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return onChoose(toggled(chosen, status));
    const isOnly = chosen.length === 1 && chosen[0] === status;
    onChoose(isOnly ? [] : [status]);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll sideways in all browsers.
    <div ref={strip} className={classes.tabs} role="group" aria-label={t('list.tabs')}>
      <button
        type="button"
        className={classes.tab}
        data-status=""
        aria-pressed={chosen.length === 0}
        onClick={() => onChoose([])}
      >
        {common('all')}
        <span className={classes.count}>{number(all)}</span>
      </button>
      {STATUS_FILTERS.map((status) => (
        <button
          key={status}
          type="button"
          className={classes.tab}
          data-status={status}
          aria-pressed={chosen.includes(status)}
          onClick={(event) => choose(status, event)}
        >
          <StatusDot status={status} />
          {dental(`statuses.${status}`)}
          <span className={classes.count}>{number(counts?.[COUNT_OF[status]])}</span>
        </button>
      ))}
    </div>
  );
});
